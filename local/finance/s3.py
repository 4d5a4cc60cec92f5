"""Records that lie on S3, fetched into a folder by boto3: DuckDB's own way would download an extension first."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import urlsplit

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from local.finance.workspace import Unusable


def fetch(name: str, folder: Path, endings: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Every object that ``s3://BUCKET/KEY`` means, with the file it was fetched into.

    KEY is an object's, a folder's (its objects with one of the ``endings``), or a pattern with ``*``.

    Raises:
        Unusable: S3 does not answer, or refuses.
    """
    address = urlsplit(name, allow_fragments=False)
    bucket, key = address.netloc, address.path.lstrip("/")
    prefix = key.partition("*")[0]
    folder.mkdir(exist_ok=True)
    try:
        client = boto3.client("s3")
        pages = client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        keys = [str(held["Key"]) for page in pages for held in page.get("Contents", ())]
        for found in keys:
            if not _is_meant(found, key) or not found.lower().endswith(endings):
                continue
            # The number keeps files of one name in different folders apart.
            path = folder / f"{len(list(folder.iterdir()))}-{found.rpartition('/')[2]}"
            client.download_file(bucket, found, str(path))
            yield f"s3://{bucket}/{found}", path
    except (BotoCoreError, ClientError) as error:
        raise Unusable(f"{name} cannot be read: {error}") from error


def _is_meant(found: str, key: str) -> bool:
    if "*" in key:
        return fnmatchcase(found, key)
    folder = f"{key.rstrip('/')}/" if key else ""
    return found == key or found.startswith(folder)

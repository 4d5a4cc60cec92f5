"""The template as CloudFormation gets it: run by make template in the environment of the SAM command line.

Writes ``.aws-sam/translated.json``; needs no account and no network.
"""

import json
import os
import sys
from pathlib import Path

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

ROOT = Path(__file__).parents[2]


class NoManagedPolicies:
    """The template names no managed policy by its short name."""

    def load(self) -> dict[str, str]:
        return {}


def main() -> None:
    """Translate the template that is named, into the file that is named."""
    source, target = (Path(name) for name in sys.argv[1:3])
    # Any region will do: the template names none.
    os.environ.setdefault("AWS_DEFAULT_REGION", "ap-southeast-2")
    fragment = yaml_parse(source.read_text(encoding="utf-8"))
    # Where the artefacts would lie once they are packaged.
    for resource in fragment["Resources"].values():
        for field in ("CodeUri", "ContentUri"):
            if field in resource["Properties"]:
                resource["Properties"][field] = "s3://artefacts/packaged"
    parameters = {name: held.get("Default") for name, held in fragment["Parameters"].items()}
    target.write_text(
        json.dumps(transform(fragment, parameters, NoManagedPolicies()), default=str), encoding="utf-8"
    )


if __name__ == "__main__":
    main()

"""What ``sam build`` has made: what is deployed is what was meant."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from local import template

pytestmark = pytest.mark.built

BUILD = template.TEMPLATE.parent / ".aws-sam" / "build"
LAYER = BUILD / "CroupierLayer" / "python"
PLATFORM = {"arm64": "aarch64", "x86_64": "x86_64"}


def functions() -> list[Path]:
    return [path for path in BUILD.iterdir() if path.is_dir() and path.name != "CroupierLayer"]


def minor() -> str:
    """``313``"""
    return (template.TEMPLATE.parent / ".python-version").read_text().strip().replace(".", "")[:3]


def test_the_layer_holds_the_package_and_its_dependencies_and_every_function_only_its_handler() -> None:
    assert (LAYER / "croupier" / "sites.json").is_file()
    assert {"croupier", "pydantic", "cattrs", "aws_lambda_powertools"} <= {path.name for path in LAYER.iterdir()}
    assert len(functions()) == len(dict(template.functions(template.load())))
    for function in functions():
        held = {path.name for path in function.iterdir()} - {"__pycache__"}
        assert held == {"app.py"}, f"{function.name} ships {held}"


def test_compiled_wheels_are_of_the_declared_architecture_and_the_runtimes_minor_version() -> None:
    shared: Any = template.load()["Globals"]
    (architecture,) = shared["Function"]["Architectures"]
    compiled = sorted(LAYER.rglob("*.so"))
    assert compiled, "pydantic's core is compiled"
    for path in compiled:
        assert PLATFORM[architecture] in path.name, path
        assert f"cpython-{minor()}" in path.name or "abi3" in path.name, path


def test_every_module_has_bytecode_of_the_runtime_that_is_never_checked_against_its_source() -> None:
    modules = [
        path for root in (LAYER / "croupier", LAYER / "pydantic", *functions()) for path in root.rglob("*.py")
    ]
    assert modules
    for path in modules:
        bytecode = path.parent / "__pycache__" / f"{path.stem}.cpython-{minor()}.pyc"
        assert bytecode.is_file(), path
        if f"cpython-{minor()}" in importlib.util.cache_from_source("x.py"):
            head = bytecode.read_bytes()[:8]
            assert head[:4] == importlib.util.MAGIC_NUMBER
            # PEP 552: hash-based, and not checked.
            assert int.from_bytes(head[4:], "little") == 0b01, path

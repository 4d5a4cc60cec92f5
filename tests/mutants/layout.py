"""Where mutmut works: a copy of the layer as the package ``croupier``, beside the tests that import it.

mutmut names a mutant by its file's path and the tests find it by its module's name, so the two must be the
same: ``shared/croupier/hands.py`` would be ``shared.croupier.hands``, which nobody imports. In the copy the
package lies at the top, and mutmut puts its mutated copy of that ahead of the installed one.
"""

import ast
import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
BESIDE = ("tests", "local", "functions", "events", "template.yaml", "pyproject.toml")
"""What the tests import or read."""

NO_BYTECODE = shutil.ignore_patterns("__pycache__")
BARED = ("property", "cache")


def lay_out(place: Path) -> None:
    """Make ``place`` anew: the package laid bare, the tests and what they need."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT / "shared" / "croupier", place / "croupier", ignore=NO_BYTECODE)
    for name in BESIDE:
        copy = shutil.copy2 if (ROOT / name).is_file() else _copy_folder
        copy(ROOT / name, place / name)
    for path in (place / "croupier").rglob("*.py"):
        path.write_text(laid_bare(path.read_text(encoding="utf-8")), encoding="utf-8")


def _copy_folder(source: Path, target: Path) -> None:
    shutil.copytree(source, target, ignore=NO_BYTECODE)


def laid_bare(source: str) -> str:
    """The source with each ``@property`` or ``@cache`` as an assignment after its function.

    It means the same, and mutmut leaves decorated functions alone: of ``hands.py`` nearly everything.
    """
    lines = source.splitlines(keepends=True)
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda node: node.lineno, reverse=True):
        match function.decorator_list:
            case [ast.Name(id=decorator) as name] if decorator in BARED:
                assert function.end_lineno is not None
                indent = " " * function.col_offset
                lines.insert(function.end_lineno, f"{indent}{function.name} = {decorator}({function.name})\n")
                del lines[name.lineno - 1]
            case _:
                pass
    return "".join(lines)

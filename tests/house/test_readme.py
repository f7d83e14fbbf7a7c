"""`tests/README.md` names every folder with tests."""

from tests.paths import ROOT


def test_every_folder_is_named() -> None:
    text = (ROOT / "tests" / "README.md").read_text("utf-8")
    folders = {path.parent.relative_to(ROOT / "tests").as_posix()
               for path in (ROOT / "tests").rglob("test_*.py")}
    top = {"dsl", "engine", "variorum"}  # what belongs to a package as a whole
    assert [folder for folder in sorted(folders - top) if f"`{folder}/`" not in text] == []

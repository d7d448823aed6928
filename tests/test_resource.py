"""Where the variants are found."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lhombre_core import resource
from lhombre_core.errors import UsageError
from lhombre_core.language.catalog import variant_ids

ROOT = Path(__file__).parents[1]


def test_in_a_checkout_the_variants_stand_beside_the_package():
    assert resource.checkout() == ROOT
    assert Path(str(resource.variants())) == ROOT / "variants"


def test_in_an_installation_the_variants_stand_inside_the_package(tmp_path, monkeypatch):
    (tmp_path / "variants").mkdir()
    monkeypatch.setattr(resource, "package", lambda: tmp_path)
    assert resource.variants() == tmp_path / "variants"


def test_in_an_archive_the_variants_are_those_of_the_archive(tmp_path):
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("__init__.py", "facade.py", "resource.py"):
            file.write(ROOT / "lhombre_core" / name, f"lhombre_core/{name}")
        file.writestr("lhombre_core/variants/slots.yaml", "a: {}")
    code = "from lhombre_core import resource as r; print(r.below(r.variants(), 'slots.yaml'))"
    found = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(archive)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == f"{archive}/lhombre_core/variants/slots.yaml"


def test_an_installation_without_variants_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(resource, "package", lambda: tmp_path)
    monkeypatch.setattr(resource, "checkout", lambda: tmp_path)
    with pytest.raises(UsageError, match="the variants are missing from this installation"):
        variant_ids()


@pytest.mark.parametrize(
    "path", ["../errors.py", "/etc/passwd", "a/../../b", "", ".", "base", "a\\b"]
)
def test_a_path_that_leads_out_of_the_folder_or_to_no_file_finds_nothing(path):
    assert resource.below(resource.variants(), path) is None


def test_a_file_of_the_folder_is_found():
    assert resource.below(resource.variants(), "slots.yaml") is not None

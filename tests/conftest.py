import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files anew instead of comparing with them; see the change in git",
    )


@pytest.fixture
def updates_golden(request):
    """Whether golden files are to be written anew."""
    return request.config.getoption("--update-golden")

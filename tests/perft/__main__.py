"""Count anew what the files of this folder state: python -m tests.perft [--write] [--slow] [ID…].

Counts that differ are printed; with --write they are written into the files, so that the change is
seen in git. Counts marked slow are left as they are without --slow. The exit code is 1 where a
count differs.
"""

import sys

from lhombre_core.engine import prepare
from lhombre_core.language.catalog import load, variant_ids
from tests.perft.sheet import FOLDER, rewritten


def main(arguments):
    options = {word for word in arguments if word.startswith("--")}
    if options - {"--write", "--slow"}:
        print(__doc__)
        return 2
    code = 0
    for name in [word for word in arguments if word not in options] or variant_ids():
        file = FOLDER / f"{name}.txt"
        text = file.read_text(encoding="utf-8")
        new = rewritten(prepare(load(name).rules), text, slow="--slow" in options)
        for old_line, line in zip(text.splitlines(), new.splitlines(), strict=True):
            if line != old_line:
                code = 1
                print(f"{name}: {old_line} -> {line}")
        if "--write" in options and new != text:
            file.write_text(new, encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m bench [--only W1a,W3,own] [--peers REGEX] [--rounds N] [--write]`: the tables, on the terminal or into docs/performance.md."""

import argparse
import os
import re
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python3 tasks.py bench", description="This library beside its peers, in one run."
    )
    parser.add_argument(
        "--only", default="", help="workloads, separated by commas: W1a … W5, own, limits; all if not given"
    )
    parser.add_argument("--peers", default="", help="a regular expression: only the peers whose names match")
    parser.add_argument("--rounds", type=int, default=9, help="timed samples of each peer")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md (needs the whole run)")
    options = parser.parse_args()
    cores = str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ[name] = cores
    os.environ |= {"JAX_PLATFORMS": "cpu", "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONHASHSEED": "0"}
    from bench import report  # after the number of threads is settled

    chosen = [word for word in options.only.split(",") if word]
    text = report.whole(chosen, re.compile(options.peers), max(3, options.rounds))
    if options.write:
        if chosen or options.peers:
            parser.error("--write needs the whole run: leave --only and --peers out")
        DOCUMENT.write_text(text, encoding="utf-8")
        print(f"written to {DOCUMENT}")


if __name__ == "__main__":
    main()

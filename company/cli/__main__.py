"""`python -m company.cli`, the same as `company`."""

import sys

from company.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())

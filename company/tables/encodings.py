"""Any file's bytes → text: packed or plain, whichever way its characters are written.

Detection reads the whole file once, so that a stray byte in the last line is found before anything is written.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from company.errors import ConfigError

CHUNK = 1 << 20
SAMPLE = 1 << 17
"""Bytes outside ASCII, with their lines, that are enough to tell an encoding by."""
CANDIDATES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r",
    "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr", "mac_roman",
)  # fmt: skip
_WORDS = re.compile(rb"[A-Za-z\x80-\xff]+")
_PLAIN = {"cp125": "windows-125", "utf_8_sig": "UTF-8 with a byte order mark", "utf_16": "UTF-16", "utf_32": "UTF-32"}
_MARKS = (
    (codecs.BOM_UTF8, "utf_8_sig"),
    (codecs.BOM_UTF32_LE, "utf_32"),
    (codecs.BOM_UTF32_BE, "utf_32"),
    (codecs.BOM_UTF16_LE, "utf_16"),
    (codecs.BOM_UTF16_BE, "utf_16"),
)
_FORMATS = (
    (b"PK\x03\x04", "a zip archive or an Excel workbook"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b'{"', "JSON"),
    (b'[{"', "JSON"),
    (b"BZh", "packed with bzip2"),
    (b"\xfd7zXZ", "packed with xz"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd"),
)


@dataclass(frozen=True)
class Text:
    """A file that can be read as text, any number of times."""

    path: Path
    encoding: str
    """Python's name of it; "utf_8" needs no repair."""
    packed: bool
    carriage_returns: bool
    """Somewhere in it is a carriage return, so that its lines do not all end with a bare newline."""

    @contextmanager
    def open(self) -> Iterator[IO[str]]:
        """Return the characters, line ends as they are; raises ConfigError where a byte cannot be read."""
        with _bytes_of(self.path) as raw:
            text = io.TextIOWrapper(raw, encoding=self.encoding, newline="")
            try:
                yield text
            except UnicodeDecodeError:
                raise ConfigError(
                    f"{self.path} is not {plain_name(self.encoding)} throughout; save it as UTF-8"
                ) from None
            finally:
                text.detach()


def text_of_file(path: Path) -> Text:
    """Decode a file's bytes to text; raises ConfigError for what is missing, empty, or not text."""
    if not path.exists():
        raise ConfigError(f"there is no table {path}; check the path")
    if not path.is_file():
        raise ConfigError(f"{path} is a folder, not a table; name the CSV file in it")
    with _bytes_of(path) as raw:
        head = raw.read(SAMPLE)
    packed = _is_packed(path)
    if not head.strip(b"\0 \t\r\n" + codecs.BOM_UTF8):
        raise ConfigError(f"{path} is empty; a table needs a header line and rows below it")
    for magic, what in _FORMATS:
        if head.startswith(magic):
            raise ConfigError(f"{path} is {what}, not CSV text; save or unpack it as a CSV file")
    encoding = next((name for mark, name in _MARKS if head.startswith(mark)), None) or _utf_16_without_mark(head)
    found = _scan(path, encoding)
    if encoding is None:
        encoding = "utf_8" if found.bad_line is None else _guess(path, found)
    return Text(path, encoding, packed, found.carriage_returns)


def plain_name(encoding: str) -> str:
    """Return an encoding as people write it."""
    for start, name in _PLAIN.items():
        if encoding.startswith(start):
            return name + encoding.removeprefix(start) if start == "cp125" else name
    return encoding.replace("_", "-")


@dataclass
class _Scan:
    """What one pass over the bytes found."""

    carriage_returns: bool = False
    bad_line: int | None = None
    """First line with bytes that are not UTF-8."""
    sample: bytes = b""
    """Lines with bytes outside ASCII, joined."""


def _scan(path: Path, encoding: str | None) -> _Scan:
    """Read line ends and, where no mark tells the encoding, whether every line is UTF-8 without NUL bytes."""
    found = _Scan()
    wide = encoding is not None and not encoding.startswith("utf_8")
    with _bytes_of(path) as raw:
        if wide:
            found.carriage_returns = True  # it is written anew anyway
            return found
        line = 1
        while block := raw.read(CHUNK):
            block += raw.readline()
            found.carriage_returns = found.carriage_returns or b"\r" in block
            if (nul := block.find(b"\0")) >= 0:
                line += block.count(b"\n", 0, nul)
                raise ConfigError(
                    f"{path}, line {line}: has a NUL byte, so it is not a text table, "
                    "or it is damaged; export it again as CSV"
                )
            if not block.isascii():
                _scan_lines(block, line, found)
            line += block.count(b"\n")
    return found


def _scan_lines(block: bytes, first: int, found: _Scan) -> None:
    """Note the first line of the block that is not UTF-8, and keep lines to judge the encoding by."""
    if found.bad_line is None:
        try:
            block.decode()
        except UnicodeDecodeError as error:
            found.bad_line = first + block.count(b"\n", 0, error.start)
    if len(found.sample) < SAMPLE:
        lines = (line for line in block.split(b"\n") if not line.isascii())
        for line in lines:
            found.sample += line[:2000] + b"\n"
            if len(found.sample) >= SAMPLE:
                return


def _utf_16_without_mark(head: bytes) -> str | None:
    even, odd, half = head[0::2].count(0), head[1::2].count(0), len(head) // 2
    if half < 2:
        return None
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf_16_le"
    return "utf_16_be" if even > 0.4 * half and odd < 0.05 * half else None


def _guess(path: Path, found: _Scan) -> str:
    """Return the encoding of text that is not UTF-8; raises ConfigError where none fits."""
    control = sum(found.sample.count(byte) for byte in range(32) if byte not in b"\t\n\r\x0b\x0c")
    if control > len(found.sample) // 100:
        raise ConfigError(f"{path}, line {found.bad_line}: is not text; export the table as CSV in UTF-8")
    read = found.sample.decode("utf_8", errors="replace")
    wrong = read.count("\ufffd")
    if sum(not c.isascii() for c in read) - wrong > 5 * wrong:
        raise ConfigError(
            f"{path}, line {found.bad_line}: has a byte that is not UTF-8, though the rest of the file is; "
            "mend that line, or save the file as UTF-8"
        )
    from charset_normalizer import from_bytes  # slow to import, and seldom needed

    # Distinct words, and a wide threshold: lines with numbers in them look like noise to a detector of languages.
    words = sorted({word for word in _WORDS.findall(found.sample) if not word.isascii()})
    match = from_bytes(b" ".join(words), cp_isolation=list(CANDIDATES), threshold=0.6).best()
    best = "cp1252" if match is None or _reads_as_western(found.sample) else match.encoding
    try:
        _decode_all(path, best)
    except UnicodeDecodeError:
        best = "latin_1"
    return best


def _reads_as_western(sample: bytes) -> bool:
    """Return whether nearly all that is not ASCII is a common western sign among ASCII letters.

    A detector of languages is easily misled by a table's few short words; this is what decides then.
    """
    common = set("äöüÄÖÜßàâçéèêëîïôùûÿÀÂÇÉÈÊËÎÏÔÙÛœŒæÆñÑáíóúÁÍÓÚ¿¡ãõÃÕåÅøØ€£°²³µ§«»’“”–—…·®©½")
    text = sample.decode("cp1252", errors="replace")
    outside = [c for c in text if not c.isascii()]
    letters = sum(c.isascii() and c.isalpha() for c in text)
    western = sum(c in common for c in outside)
    return western >= 0.9 * len(outside) and letters >= 2 * len(outside)


def _decode_all(path: Path, encoding: str) -> None:
    decoder = codecs.getincrementaldecoder(encoding)()
    with _bytes_of(path) as raw:
        while block := raw.read(CHUNK):
            decoder.decode(block)


def _is_packed(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}); check its permissions") from None


@contextmanager
def _bytes_of(path: Path) -> Iterator[IO[bytes]]:
    packed = _is_packed(path)
    try:
        with gzip.open(path) if packed else path.open("rb") as raw:
            yield cast(IO[bytes], raw)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise ConfigError(f"{path} is packed with gzip and damaged; unpack or export it again") from None

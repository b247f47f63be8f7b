"""Figures as tables, for models that see none: Deplot reads the data off a picture (paper, F)."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from company.errors import ConfigError
from company.evaluation.downloads import model_folder
from company.evaluation.extras import need

if TYPE_CHECKING:
    from PIL.Image import Image

Charts = Literal["picture", "table"]
CHARTS: tuple[Charts, ...] = get_args(Charts)
"""How models are shown the figures that cases ask about."""
PUBLISHED = "google/deplot"
TOKENS = 512
"""Of a table, at the most."""
HEADER = "Generate underlying data table of the figure below:"
"""What the model was trained to be told; it is drawn above the picture."""
_SIZE, _EDGE = 36, 5
"""Of the header's letters and of the space around them, in pixels, as in training."""
_FILES = ("*.json", "spiece.model")
_LINE_BREAK = "<0x0A>"


class ChartReader:
    """Deplot, from a folder or from the Hugging Face hub. Each figure is read once, and one at a time."""

    def __init__(self, model: str = PUBLISHED) -> None:
        """Read the model. Raises ConfigError for what is none, or where torch or transformers are missing, and
        BackendError where it cannot be downloaded.
        """
        need("charts", "which read figures", "torch", "transformers")
        import torch
        from transformers import Pix2StructForConditionalGeneration, Pix2StructProcessor

        self.name = model
        folder = model_folder(model, _FILES, ("model.safetensors", "pytorch_model.bin"))
        try:
            self._processor: Any = Pix2StructProcessor.from_pretrained(folder)
            self._model: Any = Pix2StructForConditionalGeneration.from_pretrained(folder).eval()
        except (OSError, ValueError) as error:
            said = " ".join(str(error).split())[:200]
            raise ConfigError(f"{model} is no model that reads figures ({said}); give {PUBLISHED}") from error
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._model.to(self._device)
        self._processor.image_processor.is_vqa = False  # the header is drawn here, in a font that is there
        self._font = _font(model)
        self._tables: dict[str, str] = {}
        self._turn = asyncio.Lock()

    async def table(self, figure: Path) -> str:
        """Return the content of a figure as lines of cells with `|` between them, as far as the model has read it."""
        async with self._turn:
            return await asyncio.to_thread(self._table, figure)

    def _table(self, figure: Path) -> str:
        name = hashlib.sha256(figure.read_bytes()).hexdigest()
        if name not in self._tables:
            self._tables[name] = self._read(figure)
        return self._tables[name]

    def _read(self, figure: Path) -> str:
        import torch
        from PIL import Image

        with Image.open(figure) as picture:
            asked = self._processor.image_processor(under_header(picture, self._font), return_tensors="pt")
        with torch.inference_mode():
            written = self._model.generate(**asked.to(self._device), max_new_tokens=TOKENS)
        return as_lines(self._processor.tokenizer.decode(written[0], skip_special_tokens=True))


def under_header(picture: Image, font: Path) -> Image:
    """Return the picture below the words that the model was trained to find there, both of one width."""
    from PIL import Image, ImageDraw, ImageFont

    drawn = ImageFont.truetype(str(font), _SIZE)
    _, _, right, bottom = ImageDraw.Draw(Image.new("RGB", (1, 1))).textbbox((0, 0), HEADER, font=drawn)
    words = Image.new("RGB", (int(right) + 2 * _EDGE, int(bottom) + 2 * _EDGE), "white")
    ImageDraw.Draw(words).text((_EDGE, _EDGE), HEADER, fill="black", font=drawn)
    width = max(words.width, picture.width)
    heights = [int(each.height * (width / each.width)) for each in (words, picture)]
    whole = Image.new("RGB", (width, sum(heights)), "white")
    whole.paste(words.resize((width, heights[0])), (0, 0))
    whole.paste(picture.convert("RGB").resize((width, heights[1])), (0, heights[0]))
    return whole


def _font(model: str) -> Path:
    """Return the font of the header: the one beside the model, else that of its training, which the hub has.

    Raises BackendError where the hub does not give it.
    """
    if (folder := Path(model)).is_dir():
        import matplotlib

        found = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".ttf")
        return found[0] if found else Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return model_folder("ybelkada/fonts", (), ("Arial.TTF",)) / "Arial.TTF"


def as_lines(written: str) -> str:
    """Return a table as the model writes it, with its sign for the end of a line made one."""
    return "\n".join(line.strip() for line in written.replace(_LINE_BREAK, "\n").split("\n")).strip()

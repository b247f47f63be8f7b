// The code editor of the review pages: CodeMirror over a real textarea, and two texts compared.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

const LANGUAGES = { python, json, text: () => [] };
const SIDE_BY_SIDE = 44; // rem: a narrower container shows one text with what was taken out and put in
const fromTextarea = Annotation.define();

// Characters that change how code reads and are not seen: written out, as highlightSpecialChars does with others.
const UNSEEN =
  /[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

const COLOURS = {
  light: { word: "#7a1fa2", name: "#0b559b", text: "#1a6136", number: "#9a3a00", remark: "#59616b" },
  dark: { word: "#d9aef7", name: "#93c5fa", text: "#9fd8ab", number: "#f2b880", remark: "#a3acb6" },
};

function highlighting(themeType) {
  const { word, name, text, number, remark } = COLOURS[themeType];
  const styles = [
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self, tags.bool, tags.null], color: word },
    { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: name },
    { tag: [tags.function(tags.propertyName), tags.className, tags.definition(tags.propertyName)], color: name },
    { tag: [tags.string, tags.special(tags.string), tags.escape], color: text },
    { tag: [tags.number], color: number },
    { tag: [tags.comment, tags.meta], color: remark },
  ];
  return syntaxHighlighting(HighlightStyle.define(styles, { themeType }));
}

// Everything else takes the page's own colours, so that it changes with them.
const LOOK = {
  "&": { color: "var(--text)", backgroundColor: "var(--code, var(--surface))", fontSize: "0.875rem" },
  "&.cm-editor.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "transparent", borderRight: "1px solid var(--line)" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 6%, transparent)" },
  "& .cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 20%, transparent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "color-mix(in srgb, var(--bad) 20%, transparent)" },
  ".cm-specialChar": { color: "var(--bad)", outline: "1px solid currentColor" },
  // What differs is told by signs in the gutter as well as by colours.
  ".cm-changeGutter": { width: "1.2em", paddingLeft: "0" },
  ".cm-changeGutter .cm-gutterElement": { background: "none !important", textAlign: "center", fontWeight: "bold" },
  "&.cm-merge-a .cm-changedLineGutter::before, .cm-deletedLineGutter::before": { content: "'\u2212'", color: "var(--bad)" },
  "&.cm-merge-b .cm-changedLineGutter::before, .cm-inlineChangedLineGutter::before": {
    content: "'+'",
    color: "var(--good)",
  },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": {
    backgroundColor: "color-mix(in srgb, var(--bad) 7%, transparent)",
  },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": {
    backgroundColor: "color-mix(in srgb, var(--good) 7%, transparent)",
  },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": {
    background: "color-mix(in srgb, var(--bad) 14%, transparent) !important",
    textDecoration: "underline",
  },
  "&.cm-merge-b .cm-changedText": {
    background: "color-mix(in srgb, var(--good) 14%, transparent) !important",
    textDecoration: "underline",
  },
};
const SIZE = { "&": { maxHeight: "32rem", minHeight: "4.5rem" }, ".cm-scroller": { overflow: "auto" } };
const THEMES = {
  light: [EditorView.theme(LOOK), highlighting("light")],
  dark: [EditorView.theme(LOOK, { dark: true }), highlighting("dark")],
};
const STATIC_SIZE = EditorView.theme(SIZE);

function shared(language) {
  return [
    EditorState.tabSize.of(4),
    indentUnit.of("    "),
    lineNumbers(),
    highlightSpecialChars({ addSpecialChars: UNSEEN }),
    EditorView.lineWrapping,
    (LANGUAGES[language] || LANGUAGES.text)(),
  ];
}

// Light or dark -------------------------------------------------------------------------------------------------

function pageIsDark() {
  const parts = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g);
  if (!parts || parts[3] === "0") return matchMedia("(prefers-color-scheme: dark)").matches;
  const [red, green, blue] = parts.map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

// Calls `change(dark)` whenever the page becomes light or dark; gives back what ends that.
function followPage(change) {
  let dark = pageIsDark();
  const look = () => requestAnimationFrame(() => dark !== pageIsDark() && change((dark = !dark)));
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const watch = new MutationObserver(look);
  scheme.addEventListener("change", look);
  for (const root of [document.documentElement, document.body]) watch.observe(root, { attributes: true });
  return () => {
    scheme.removeEventListener("change", look);
    watch.disconnect();
  };
}

const theme = (dark) => THEMES[dark ? "dark" : "light"];

// The editor ----------------------------------------------------------------------------------------------------

// The name and description that the textarea has for people who do not see the page.
function spoken(textarea) {
  const told = { "aria-multiline": "true", tabindex: "0" };
  const labels = [...(textarea.labels || [])].map((label) => label.id || (label.id = fresh("label")));
  if (textarea.hasAttribute("aria-label")) told["aria-label"] = textarea.getAttribute("aria-label");
  const by = textarea.getAttribute("aria-labelledby") || labels.join(" ");
  if (by) told["aria-labelledby"] = by;
  for (const name of ["aria-describedby", "aria-invalid", "aria-keyshortcuts"]) {
    if (textarea.hasAttribute(name)) told[name] = textarea.getAttribute(name);
  }
  if (textarea.required) told["aria-required"] = "true";
  return told;
}

let count = 0;
const fresh = (what) => `company-editor-${what}-${++count}`;

const leave = (view) => {
  view.contentDOM.blur();
  return false; // the page may want to know that Escape was pressed
};
const KEYS = [
  { key: "Escape", run: leave },
  ...defaultKeymap.filter((each) => !["Escape", "Mod-Enter"].includes(each.key)), // Mod-Enter is the page's
  ...historyKeymap,
  indentWithTab,
];

class Editor {
  constructor(textarea, { language = "text", readOnly = textarea.readOnly, dark, onChange } = {}) {
    this.textarea = textarea;
    this.onChange = onChange;
    this.look = new Compartment();
    this.lock = new Compartment();
    this.view = new EditorView({
      doc: textarea.value,
      extensions: [
        keymap.of(KEYS),
        shared(language),
        history(),
        drawSelection(),
        dropCursor(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        STATIC_SIZE,
        this.look.of(theme(dark === undefined ? pageIsDark() : dark)),
        this.lock.of(locked(readOnly)),
        EditorView.contentAttributes.of(spoken(textarea)),
        EditorView.updateListener.of((update) => this.changed(update)),
      ],
    });
    this.unfollow = dark === undefined ? followPage((now) => this.setDark(now)) : () => {};
    // Only the textarea's own `input` event is told, when its value is in step.
    this.view.dom.addEventListener("input", (event) => event.stopPropagation());
    textarea.before(this.view.dom);
    this.displayBefore = textarea.style.display;
    textarea.style.display = "none";
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    for (const name of ["input", "change"]) textarea.addEventListener(name, () => this.pull(), { signal });
    if (textarea.form) textarea.form.addEventListener("reset", () => setTimeout(() => this.pull()), { signal });
    for (const label of textarea.labels || []) label.addEventListener("click", () => this.focus(), { signal });
  }

  // What was typed goes to the textarea at once, and is told as its own `input` event.
  changed(update) {
    if (!update.docChanged || update.transactions.some((each) => each.annotation(fromTextarea))) return;
    this.textarea.value = this.value;
    this.textarea.dispatchEvent(new Event("input", { bubbles: true }));
    if (this.onChange) this.onChange(this.value);
  }

  // What a script wrote into the textarea goes to the editor (after an `input` or `change` event of it).
  pull() {
    const { value } = this.textarea;
    if (value === this.value) return;
    const changes = { from: 0, to: this.view.state.doc.length, insert: value };
    this.view.dispatch({ changes, annotations: fromTextarea.of(true) });
    if (this.onChange) this.onChange(value);
  }

  get value() {
    return this.view.state.doc.toString();
  }

  set value(text) {
    this.textarea.value = text;
    this.textarea.dispatchEvent(new Event("input", { bubbles: true }));
  }

  focus() {
    this.view.focus();
  }

  setReadOnly(readOnly) {
    this.view.dispatch({ effects: this.lock.reconfigure(locked(readOnly)) });
  }

  setDark(dark) {
    this.view.dispatch({ effects: this.look.reconfigure(theme(dark)) });
  }

  // The textarea stands alone again.
  destroy() {
    this.unfollow();
    this.listeners.abort();
    this.view.destroy();
    this.textarea.style.display = this.displayBefore;
  }
}

function locked(readOnly) {
  const told = readOnly ? { "aria-readonly": "true" } : {};
  return [EditorState.readOnly.of(Boolean(readOnly)), EditorView.contentAttributes.of(told)];
}

// Two texts compared --------------------------------------------------------------------------------------------

class Difference {
  constructor(container, oldText, newText, { language = "text", dark, labels = ["Before", "After"] } = {}) {
    Object.assign(this, { container, oldText, newText, language, labels });
    this.dark = dark === undefined ? pageIsDark() : dark;
    this.unfollow = dark === undefined ? followPage((now) => this.show((this.dark = now), this.wide)) : () => {};
    this.show(this.dark, this.isWide());
    this.resized = new ResizeObserver(() => this.wide !== this.isWide() && this.show(this.dark, this.isWide()));
    this.resized.observe(container);
  }

  isWide() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return this.container.clientWidth >= SIDE_BY_SIDE * rem;
  }

  extensions(label) {
    const told = { "aria-label": label, "aria-readonly": "true", "aria-multiline": "true", tabindex: "0" };
    return [
      shared(this.language),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of(told),
      theme(this.dark),
    ];
  }

  show(dark, wide) {
    if (this.view) this.view.destroy();
    this.wide = wide;
    const [before, after] = this.labels;
    if (wide) {
      this.view = new MergeView({
        a: { doc: this.oldText, extensions: this.extensions(before) },
        b: { doc: this.newText, extensions: this.extensions(after) },
        parent: this.container,
      });
    } else {
      const told = { original: this.oldText, mergeControls: false, allowInlineDiffs: false };
      const extensions = [this.extensions(`${before} and ${after}`), unifiedMergeView(told)];
      this.view = new EditorView({ doc: this.newText, extensions, parent: this.container });
    }
  }

  destroy() {
    this.unfollow();
    this.resized.disconnect();
    this.view.destroy();
  }
}

window.CompanyEditor = {
  mount: (textarea, options) => new Editor(textarea, options),
  diff: (container, oldText, newText, options) => new Difference(container, oldText, newText, options),
};

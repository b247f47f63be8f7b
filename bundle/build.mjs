// Writes editor.js, htmx.js, licences.txt and versions.json into the folder that is named, or where the pages look for them.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(here, "../human_review/web/static/vendor"));
const modules = path.join(here, "node_modules");

// style-mod writes a <style> element, which the pages' Content-Security-Policy refuses; in shadow roots it adopts a
// constructed style sheet, and documents have had that since 2023. So it is told to do so everywhere.
const STYLE_ELEMENT = "if (!root.head && root.adoptedStyleSheets && win.CSSStyleSheet)";
const adoptedStyles = {
  name: "adopted-styles",
  setup(building) {
    building.onLoad({ filter: /style-mod[\\/]src[\\/]style-mod\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      if (!source.includes(STYLE_ELEMENT)) throw new Error("style-mod has changed: see build.mjs");
      return { contents: source.replace(STYLE_ELEMENT, "if (root.adoptedStyleSheets && win.CSSStyleSheet)") };
    });
  },
};

const built = await build({
  absWorkingDir: here,
  entryPoints: ["editor.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  metafile: true,
  write: false,
  plugins: [adoptedStyles],
});

// The packages whose code is in the files, and no others.
const inside = new Set(["htmx.org"]);
for (const input of Object.keys(built.metafile.inputs)) {
  const found = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) inside.add(found[1]);
}
const packages = {};
const licences = [];
for (const name of [...inside].sort()) {
  const root = path.join(modules, name);
  const { version, license } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const file = (await readdir(root)).find((each) => /^licen[sc]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence file`);
  packages[name] = version;
  const text = (await readFile(path.join(root, file), "utf8")).replaceAll("\r\n", "\n").trim();
  licences.push(`${name} ${version} (${license})\n\n${text}\n`);
}

const files = {
  "editor.js": Buffer.from(built.outputFiles[0].contents),
  "htmx.js": await readFile(path.join(modules, "htmx.org/dist/htmx.min.js")),
  "licences.txt": Buffer.from(licences.join(`\n${"-".repeat(80)}\n\n`)),
};
const sha256 = Object.fromEntries(
  Object.entries(files).map(([name, content]) => [name, createHash("sha256").update(content).digest("hex")]),
);
files["versions.json"] = Buffer.from(`${JSON.stringify({ packages, sha256 }, null, 2)}\n`);

await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);

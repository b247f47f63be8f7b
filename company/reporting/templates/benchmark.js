"use strict";
// Cases are hidden that do not have what is sought; without this script all of them stay visible.
const form = document.getElementById("find");
const cases = [...document.querySelectorAll("details.case")].map((node) => ({
  node, text: node.textContent.toLowerCase(), category: node.dataset.category,
}));
const sections = [...document.querySelectorAll("section[data-category]")];
const found = document.getElementById("found");

function filter() {
  const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const category = form.elements.category.value;
  let count = 0;
  for (const each of cases) {
    const fits = (!category || each.category === category) && words.every((word) => each.text.includes(word));
    each.node.hidden = !fits;
    count += fits;
  }
  for (const section of sections) {
    section.hidden = !section.querySelector("details.case:not([hidden])");
  }
  found.textContent = `${count.toLocaleString("en")} of ${cases.length.toLocaleString("en")} cases`;
}

function openLinked() {
  const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (linked?.matches("details.case")) {
    linked.open = true;
    linked.scrollIntoView();
  }
}

form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.elements.keys.addEventListener("change", (event) => {
  for (const key of document.querySelectorAll("details.key")) {
    key.open = event.target.checked;
  }
});
window.addEventListener("hashchange", openLinked);
filter();
openLinked();

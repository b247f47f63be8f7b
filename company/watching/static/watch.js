"use strict";
// Asks for what is new, and puts it where it belongs. The page works without it: loading it again shows the same.

const SLOW_MS = 15_000; // between two tries when the server does not answer
const NEAR_PX = 160; // who is so near the end reads along, and is kept there

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const { conversation, list } = document.body.dataset;
const stream = $("#stream");
let cursor = document.body.dataset.cursor;
let timer = 0;

function tell(words) {
  $("#say").textContent = words;
}

function following(on) {
  $("#following").textContent = on ? "What is new comes by itself." : "The server does not answer; trying again.";
}

// What a person has opened, scrolled and reached by keyboard stays so when a piece is made anew.
function replaceInside(element, html) {
  const open = $$("details", element).map((each) => each.open);
  const scrolled = $$(".scroll", element).map((each) => [each.scrollLeft, each.scrollTop]);
  const reached = $$("a, summary, [tabindex]", element).indexOf(document.activeElement);
  element.innerHTML = html;
  $$("details", element).forEach((each, place) => (each.open = open[place] ?? each.open));
  $$(".scroll", element).forEach((each, place) => {
    if (scrolled[place]) [each.scrollLeft, each.scrollTop] = scrolled[place];
  });
  if (reached >= 0) ($$("a, summary, [tabindex]", element)[reached] ?? stream).focus({ preventScroll: true });
}

function put(name, html) {
  let element = document.getElementById(name);
  if (!element) {
    element = document.createElement("div");
    element.id = name;
    element.className = "part new";
    stream.append(element);
  }
  replaceInside(element, html);
}

function arrange(order) {
  const wanted = order.filter((name) => name.startsWith("part-"));
  for (const each of $$(".part", stream)) if (!wanted.includes(each.id)) each.remove();
  wanted.forEach((name, place) => {
    const element = document.getElementById(name);
    if (stream.children[place] !== element) stream.insertBefore(element, stream.children[place] ?? null);
  });
}

function take(news) {
  const root = document.scrollingElement;
  const atTheEnd = root.scrollTop > 0 && root.scrollHeight - root.scrollTop - root.clientHeight < NEAR_PX;
  const room = $("#list").scrollTop;
  for (const [name, html] of Object.entries(news.pieces)) put(name, html);
  arrange(news.order);
  $("#list").scrollTop = room;
  cursor = news.cursor;
  if (news.told.length) tell(news.told.join("; "));
  if (atTheEnd) root.scrollTop = root.scrollHeight;
}

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  let wait = SLOW_MS;
  try {
    const asked = new URLSearchParams({ conversation, list, since: cursor });
    const answer = await fetch(`/news?${asked}`, { headers: { Accept: "application/json" } });
    const news = await answer.json();
    if (answer.ok) take(news);
    following(answer.ok);
    wait = news.wait ?? SLOW_MS;
  } catch {
    following(false);
  }
  document.body.dataset.ready = "yes";
  timer = setTimeout(ask, wait);
}

document.addEventListener("visibilitychange", ask);
following(true);
ask();

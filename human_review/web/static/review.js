"use strict";
// What the pages do beside what forms and links do by themselves: keys, drafts, heartbeats, and a way to submit that
// survives a lost network. Every page works without it, but for drafts and keys.

const EARLY_MS = 400; // a key pressed so soon after a verdict was meant for the item before
const DRAFT_MS = 600;
const HEARTBEAT_MS = 60_000;
const IDLE_MS = 5 * 60_000;
const AWAY_MS = 60_000; // longer without a sign of life does not count as looked at
const RETRY_MS = 3_000;
const EMPTY_MS = 30_000;

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const csrf = $("meta[name=csrf-token]").content;
const review = $("#review");
const held = document.body.hasAttribute("data-held");
const shownAt = performance.now();
const followed = took("followed"); // this page came right after something was done with another item
let leaving = false;

function took(name) {
  try {
    const found = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return found;
  } catch {
    return null;
  }
}

function leaveWord(name) {
  try {
    sessionStorage.setItem(name, "yes");
  } catch {
    // Then the next page takes the first keys as they come.
  }
}

function say(text) {
  $("#say").textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => ($("#say").textContent = ""), 4000);
}

async function post(place, body, options = {}) {
  const headers = { "X-CSRF-Token": csrf, Accept: "application/json", ...options.headers };
  const answer = await fetch(place, { method: "POST", body, credentials: "same-origin", ...options, headers });
  let told = {};
  try {
    told = await answer.json();
  } catch {
    told = { problem: `the server answered ${answer.status}; try again` };
  }
  return { ok: answer.ok, status: answer.status, ...told };
}

// Light and dark -----------------------------------------------------------------------------------------------

function theme() {
  const button = $("#theme");
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => (button.textContent = dark() ? "Light" : "Dark");
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    document.cookie = `review_theme=${root.dataset.theme}; path=/; max-age=31536000; SameSite=Strict`;
    label();
  });
  system.addEventListener("change", label);
  label();
}

// Signing in ---------------------------------------------------------------------------------------------------

async function enter() {
  const form = $("#enter");
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    form.elements.token.value = token;
    form.requestSubmit();
    return;
  }
  if (form.dataset.refused) return;
  // A link on another site brings no cookie along; this page's own requests do.
  const answer = await fetch(location.href, { credentials: "same-origin", headers: { Accept: "application/json" } });
  const known = await answer.json();
  if (known.who) location.replace(known.next);
}

// One click is one click ---------------------------------------------------------------------------------------

function once(form) {
  form.addEventListener("submit", (event) => {
    if (leaving) event.preventDefault();
    else if (!event.defaultPrevented) leave(form);
  });
}

function leave(form) {
  leaving = true;
  if (review) leaveWord("followed");
  // Not at once: a disabled button would not be among what is sent.
  setTimeout(() => $$("button", form).forEach((button) => (button.disabled = true)));
}

// Drafts -------------------------------------------------------------------------------------------------------

const APART = new Set(["csrf", "slot", "token", "version", "hash", "key", "seconds", "kinds", "guideline"]);

function fields() {
  const found = {};
  for (const [name, value] of new FormData(review)) {
    if (!APART.has(name)) (found[name] ||= []).push(value);
  }
  return found;
}

const drafts = {
  key: `review draft ${document.body.dataset.who} ${document.body.dataset.item}`,
  sequence: 0,
  saved: "",
  timer: 0,

  begin() {
    this.sequence = Number(review.dataset.sequence);
    this.saved = JSON.stringify(fields());
    review.addEventListener("input", () => this.changed());
    review.addEventListener("change", () => this.changed());
    addEventListener("pagehide", () => this.keep(true));
    document.addEventListener("visibilitychange", () => document.hidden && this.keep(true));
    this.offer();
  },

  changed() {
    const now = JSON.stringify(fields());
    if (now === this.saved || leaving) return;
    this.sequence = Math.max(this.sequence + 1, Date.now());
    try {
      localStorage.setItem(this.key, JSON.stringify({ sequence: this.sequence, fields: JSON.parse(now) }));
    } catch {
      // No room or no permission: the server's copy has to do.
    }
    this.saved = now;
    this.dirty = true;
    // Not put off by further keys: who types without a pause is kept up with, too.
    this.timer ||= setTimeout(() => this.keep(), DRAFT_MS);
  },

  async keep(last = false) {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.dirty || leaving) return;
    this.dirty = false;
    const body = JSON.stringify({ fields: JSON.parse(this.saved), hash: review.dataset.hash, sequence: this.sequence });
    // What a page sends while it closes may have 64 kB; more stays in the browser and is offered next time.
    const options = { headers: { "Content-Type": "application/json" }, keepalive: last && body.length < 60_000 };
    try {
      const told = await post(`/items/${document.body.dataset.item}/draft`, body, options);
      if (!told.ok) return this.again(told.problem, told.status >= 500);
      const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
      $("#saved").textContent = `kept ${time}`;
    } catch {
      this.again("kept in this browser; the server does not answer", true);
    }
  },

  again(why, retry) {
    $("#saved").textContent = why;
    this.dirty = true;
    if (retry) this.timer ||= setTimeout(() => this.keep(), RETRY_MS);
  },

  offer() {
    let local = null;
    try {
      local = JSON.parse(localStorage.getItem(this.key));
    } catch {
      return;
    }
    if (!local || local.sequence <= this.sequence) return;
    if (JSON.stringify(local.fields) === this.saved) return;
    const bar = document.createElement("div");
    bar.className = "notice warn";
    bar.setAttribute("role", "status");
    const text = document.createElement("p");
    text.textContent = `This browser holds something later that you wrote here, of ${new Date(local.sequence).toLocaleString()}.`;
    const use = document.createElement("button");
    use.type = "button";
    use.textContent = "Use it";
    use.addEventListener("click", async () => {
      const body = JSON.stringify({ fields: local.fields, hash: review.dataset.hash, sequence: local.sequence });
      const options = { headers: { "Content-Type": "application/json" } };
      const told = await post(`/items/${document.body.dataset.item}/draft`, body, options).catch(() => ({ ok: false }));
      if (told.ok) location.reload();
      else say("the server does not answer; it is still kept in this browser");
    });
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "quiet";
    drop.textContent = "Forget it";
    drop.addEventListener("click", () => {
      this.forget();
      bar.remove();
    });
    bar.append(text, use, drop);
    review.before(bar);
  },

  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Nothing could be stored there either.
    }
  },
};

// Time ---------------------------------------------------------------------------------------------------------

const presence = {
  seconds: 0,
  last: Date.now(),

  begin() {
    for (const sign of ["pointermove", "keydown", "scroll", "input"]) {
      addEventListener(sign, () => this.alive(), { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => (document.hidden ? this.alive() : (this.last = Date.now())));
    setInterval(() => this.beat(), HEARTBEAT_MS);
  },

  alive() {
    const now = Date.now();
    this.seconds += Math.min(now - this.last, AWAY_MS) / 1000;
    this.last = now;
  },

  beat() {
    if (document.hidden || Date.now() - this.last > IDLE_MS || leaving) return;
    // A lease that was lost is no trouble: submitting takes the place again if it can be had.
    post(`/items/${document.body.dataset.item}/heartbeat`).catch(() => {});
  },
};

// Submitting ---------------------------------------------------------------------------------------------------

function problem(text) {
  const place = $("#problem");
  place.textContent = text;
  place.hidden = !text;
  if (text) place.scrollIntoView({ block: "nearest" });
}

function chosen() {
  return $$("[name=verdict]", review).some((each) => each.type === "hidden" || each.checked);
}

async function submit(event) {
  if (event.submitter && event.submitter.hasAttribute("formaction")) return;
  event.preventDefault();
  if (leaving) return;
  if (!chosen()) return problem("Nothing is chosen yet: choose what you think of it, then submit.");
  leaving = true;
  presence.alive();
  review.elements.seconds.value = presence.seconds.toFixed(1);
  // One payload under one key, however often it has to be sent.
  const payload = new URLSearchParams(new FormData(review)).toString();
  const controls = $$("button", review).filter((button) => !button.disabled);
  controls.forEach((button) => (button.disabled = true));
  problem("");
  for (;;) {
    try {
      $("#saved").textContent = "sending …";
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const told = await post(review.action, payload, { headers });
      if (told.ok) {
        drafts.forget();
        leaveWord("followed");
        location.assign(told.next);
        return;
      }
      if (told.status < 502) {
        leaving = false;
        controls.forEach((button) => (button.disabled = false));
        $("#saved").textContent = "";
        drafts.keep();
        return problem(told.problem);
      }
    } catch {
      // No network, or a server that is just being started again.
    }
    $("#saved").textContent = "not sent yet: the server does not answer; trying again …";
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

// Fields -------------------------------------------------------------------------------------------------------

function editors() {
  if (!window.CompanyEditor) return;
  for (const area of $$("textarea[data-editor]")) {
    if (area.dataset.mounted || !area.offsetParent) continue;
    area.dataset.mounted = "yes";
    area.company = window.CompanyEditor.mount(area, { language: area.dataset.editor, readOnly: area.matches(":disabled") });
  }
}

function grow(area) {
  area.style.height = "auto";
  area.style.height = `${Math.min(area.scrollHeight + 2, 0.6 * innerHeight)}px`;
}

function growing() {
  for (const area of $$("textarea[data-grow]")) {
    area.addEventListener("input", () => grow(area));
    if (area.offsetParent) grow(area);
  }
}

function scores() {
  for (const slider of $$("[data-twin]")) {
    const box = document.getElementById(slider.dataset.twin);
    slider.addEventListener("input", () => {
      box.value = slider.value;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    });
    box.addEventListener("input", () => (slider.value = box.value || 50));
    box.addEventListener("change", () => (slider.value = box.value || 50));
  }
}

function score(change) {
  const box = $("#score");
  box.value = Math.max(0, Math.min(100, change(Number(box.value || 50))));
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

// Ranking ------------------------------------------------------------------------------------------------------

const ranking = {
  at: 0,

  begin(list) {
    this.list = list;
    const places = this.items().map((item) => Number($(".place", item).value) || 0);
    if (new Set(places).size === places.length) {
      const sorted = this.items().sort((one, other) => Number($(".place", one).value) - Number($(".place", other).value));
      list.append(...sorted);
    }
    for (const item of this.items()) {
      $(".moves", item).hidden = false;
      $(".place", item).readOnly = true;
      $(".place", item).tabIndex = -1;
      item.addEventListener("focusin", () => (this.at = this.items().indexOf(item)));
      for (const button of $$("[data-move]", item)) {
        button.addEventListener("click", () => this.move(Number(button.dataset.move), item, button));
      }
    }
    this.number();
  },

  items() {
    return $$("li", this.list);
  },

  number() {
    this.items().forEach((item, index) => ($(".place", item).value = index + 1));
  },

  go(step) {
    const items = this.items();
    this.at = Math.max(0, Math.min(items.length - 1, this.at + step));
    items[this.at].focus();
  },

  move(step, item = this.items()[this.at], focus = item) {
    const items = this.items();
    const from = items.indexOf(item);
    const to = from + step;
    if (to < 0 || to >= items.length) return;
    if (step < 0) items[to].before(item);
    else items[to].after(item);
    this.number();
    this.at = to;
    focus.focus();
    say(`place ${to + 1} of ${items.length}`);
    review.dispatchEvent(new Event("change", { bubbles: true }));
  },
};

// Keys ---------------------------------------------------------------------------------------------------------

function typing(target) {
  if (target.closest(".cm-editor, textarea, select, [contenteditable=true]")) return true;
  return target.matches("input:not([type=radio], [type=checkbox], [type=range], [type=button]):not([readonly])");
}

function pick(key) {
  const found = $(`[name=verdict][data-key="${key}"]`, review);
  if (!found || found.matches(":disabled")) return false;
  found.checked = true;
  found.focus({ preventScroll: true });
  found.closest("label").scrollIntoView({ block: "nearest" });
  found.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function tick(number) {
  const found = $$(`[data-number="${number}"]`, review).find((each) => each.offsetParent);
  if (!found) return false;
  found.click();
  found.focus({ preventScroll: true });
  return true;
}

function digit(key) {
  const rejecting = $("[name=verdict][value=reject]", review);
  if (rejecting && rejecting.checked && tick(key)) return true;
  if (pick(key) || tick(key)) return true;
  if (!$("#score") || !held) return false;
  score(() => 10 * Number(key));
  return true;
}

function beside(step) {
  if (ranking.list) return ranking.go(step);
  if ($("#score")) return score((value) => value + step);
  const options = $$("[name=verdict]", review).filter((each) => !each.matches(":disabled"));
  const at = options.findIndex((each) => each.checked);
  const next = options[at < 0 ? (step > 0 ? 0 : options.length - 1) : Math.max(0, Math.min(options.length - 1, at + step))];
  if (next) pick(next.dataset.key);
}

function press(form) {
  if (!form || leaving) return false;
  const button = $("button", form);
  if (button && button.disabled) return false;
  form.requestSubmit();
  return true;
}

function edit() {
  if (!pick("e")) return false;
  const first = $(".when.edit :is(input, textarea):not([type=hidden], [type=checkbox])", review);
  if (first) (first.company || first).focus();
  return true;
}

// What each key does; false where it does nothing here.
function act(key, shift) {
  if (key === "?") return $("#sheet").showModal();
  if (key === "u") return press($("#undo"));
  if (key === "t") return press($("#take"));
  if (key === "Enter") return held ? review.requestSubmit($("#submit")) : press($("#begin"));
  if (!review) return false;
  if (key === "g") {
    const guide = $("#guide");
    guide.open = !guide.open;
    if (guide.open) guide.scrollIntoView({ block: "nearest" });
    return true;
  }
  if (!held) return false;
  if (key === "s") return press($("#skip"));
  if (key === "e") return edit();
  if (/^[0-9]$/.test(key)) return digit(key);
  if (ranking.list && shift && /^[jk]$/i.test(key)) return ranking.move(key.toLowerCase() === "j" ? 1 : -1);
  if (key === "j" || key === "k") return beside(key === "j" ? 1 : -1);
  return pick(key) || tick(key);
}

function pressed(event) {
  const { target, key } = event;
  if (event.defaultPrevented || event.isComposing) return;
  // A key that is held down does one thing.
  if (event.repeat && !typing(target) && !/^[jk]$/i.test(key) && key.length === 1) return event.preventDefault();
  if (event.repeat && key === "Enter" && !typing(target)) return event.preventDefault();
  if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
    const run = review && $("#run");
    if (run && held) run.click();
    if (run || typing(target)) event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing(target)) {
    if (key === "Escape") target.blur();
    // A line of text is no reason to submit all that stands around it.
    if (key === "Enter" && review && review.contains(target) && target.matches("input")) event.preventDefault();
    return;
  }
  if ($("dialog[open]")) return;
  if (key === "Enter" && target.closest("button, a[href], summary")) return;
  if (ranking.list && target.closest("[data-ranking]") && /^Arrow(Up|Down)$/.test(key)) {
    event.preventDefault();
    const step = key === "ArrowDown" ? 1 : -1;
    return event.shiftKey ? ranking.move(step) : ranking.go(step);
  }
  if (key.length > 1 && key !== "Enter") return;
  if (early()) return event.preventDefault();
  if (act(key, event.shiftKey) !== false) event.preventDefault();
}

function early() {
  return followed && performance.now() - shownAt < EARLY_MS;
}

// ---------------------------------------------------------------------------------------------------------------

function begin() {
  theme();
  if ($("#enter")) {
    enter();
    addEventListener("hashchange", enter); // a link that is pasted while this page is there already
  }
  $$("form[method=post]").filter((form) => form !== review).forEach(once);
  $("#keys").hidden = false;
  $("#keys").addEventListener("click", () => $("#sheet").showModal());
  document.addEventListener("keydown", pressed);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  if ("empty" in document.body.dataset) {
    // Marked as the page's own doing: it does not count as somebody being there.
    const again = new URL(location.href);
    again.searchParams.set("unattended", "yes");
    setInterval(() => document.hidden || location.replace(again), EMPTY_MS);
  }
  if (review) {
    growing();
    editors();
    review.addEventListener("change", () => {
      editors();
      $$("textarea[data-grow]", review).filter((area) => area.offsetParent).forEach(grow);
    });
  }
  if (review && held) {
    scores();
    if ($("[data-ranking]")) ranking.begin($("[data-ranking]"));
    review.addEventListener("submit", submit);
    drafts.begin();
    presence.begin();
    const ran = $("#ran");
    if (ran) ran.addEventListener("htmx:afterSwap", () => ran.scrollIntoView({ block: "start" }));
    // Clicks that were meant for the item before do not land here either.
    review.addEventListener("click", (event) => early() && event.preventDefault(), true);
  }
  setTimeout(() => (document.body.dataset.ready = ""), followed ? EARLY_MS : 0);
}

begin();

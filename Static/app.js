// Every page works without scripts; this loads the modules that a page asks for by its attributes. They come after the page, and
// somebody may have typed by then. Once they all listen, data-scripts says so on the document.
const modules = {
  "[data-typeahead]": "typeahead.js",
  "[data-autosave]": "autosave.js",
  "[data-keep]": "keep.js",
  "[data-format], [data-enter-next]": "fields.js",
  "[data-signature]": "signature.js",
  "[data-confirm]": "confirm.js",
  "[data-shortcut]": "shortcuts.js",
  "[data-upload]": "upload.js",
  "[data-share]": "share.js",
  "[data-reorder]": "reorder.js",
};

// The version in this file's own address goes on to the modules: replaced together.
const version = new URL(import.meta.url).search;
const wanted = Object.entries(modules).filter(([selector]) => document.querySelector(selector));
Promise.all(wanted.map(([, file]) => import(`./${file}${version}`))).then(() => {
  document.documentElement.dataset.scripts = "ready";
});

// A form that came back with problems: say so in the title and start reading there, unless somebody is further already.
const summary = document.querySelector(".error-summary:not([hidden])");
if (summary) {
  document.title = `${summary.dataset.titlePrefix} ${document.title}`;
  if (document.activeElement === document.body) summary.focus();
}

// Menus close on Escape and on a click elsewhere.
const openMenus = () => document.querySelectorAll("details.menu[open]");
document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
});

// What keep.js keeps of a form's typed text.
function forget(isMeant) {
  const prefix = "theralog.keep.";
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && isMeant(key.slice(prefix.length))) localStorage.removeItem(key);
    }
  } catch { /* forbidden */ }
}

// What was saved is kept no longer. Here and not in keep.js: who goes on to the next form at once may be there before it.
const saved = [...document.querySelectorAll("[data-keep-clear]")].flatMap((element) => element.dataset.keepClear.split(" "));
if (saved.length) forget((key) => saved.includes(key));

// One press, one request: a second press of an impatient thumb is ignored for a while.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || (event.submitter?.formMethod || form.method) !== "post") return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  // Who signs out leaves no typed text behind on a shared computer.
  if (form.action.endsWith("/sign-out")) forget(() => true);
  setTimeout(() => delete form.dataset.sent, 4000);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Printing needs a script; without one the browser's own menu prints.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Copying needs a script; without one the field is marked and copied by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // Without TLS there is no other way.
    }
    button.textContent = button.dataset.copied;
  });
}

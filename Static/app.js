// Every page works without scripts; this loads the modules that a page asks for by its attributes.
const modules = {
  "[data-typeahead]": "typeahead.js",
  "[data-autosave], [data-keep], [data-keep-clear]": "autosave.js",
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
for (const [selector, file] of Object.entries(modules)) {
  if (document.querySelector(selector)) import(`./${file}${version}`);
}

// A form that came back with problems: say so in the title and start reading there.
const summary = document.querySelector(".error-summary:not([hidden])");
if (summary) {
  document.title = `${summary.dataset.titlePrefix} ${document.title}`;
  summary.focus();
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

// Who signs out leaves no typed text behind on a shared computer.
function forget() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("theralog.keep.")) localStorage.removeItem(key);
  } catch { /* forbidden */ }
}

// One press, one request: a second press of an impatient thumb is ignored for a while.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || (event.submitter?.formMethod || form.method) !== "post") return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  if (form.action.endsWith("/sign-out")) forget();
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

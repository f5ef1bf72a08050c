// <a data-shortcut="p">, <button data-shortcut="n">: one key presses it, except while typing. "?" shows the list, "/"
// goes to the search box. Nothing behind an open dialog is pressed. data-shortcut-name says in the list what a key does. Can be
// switched off on this device (WCAG 2.1.4).

const setting = "theralog.shortcuts";
const dialog = document.getElementById("shortcuts");
const toggle = dialog?.querySelector("[data-shortcut-switch]");
let isOn = true;
try {
  isOn = localStorage.getItem(setting) !== "off";
} catch { /* forbidden */ }

const targets = () => [...document.querySelectorAll("[data-shortcut]")];

function show() {
  const list = dialog.querySelector("[data-shortcut-list]");
  for (const old of list.querySelectorAll("[data-made]")) old.remove();
  for (const target of targets().reverse()) {
    const key = document.createElement("dt");
    const name = document.createElement("dd");
    key.append(Object.assign(document.createElement("kbd"), { textContent: target.dataset.shortcut.toUpperCase() }));
    name.textContent = target.dataset.shortcutName ?? target.getAttribute("aria-label") ?? target.textContent.trim();
    for (const part of [key, name]) part.dataset.made = "";
    list.prepend(key, name);
  }
  if (toggle) toggle.checked = isOn;
  dialog.showModal();
}

toggle?.addEventListener("change", () => {
  isOn = toggle.checked;
  try {
    localStorage.setItem(setting, isOn ? "on" : "off");
  } catch { /* forbidden */ }
});

for (const opener of document.querySelectorAll('[data-open-dialog="shortcuts"]')) {
  opener.hidden = !dialog;
  opener.addEventListener("click", show);
}

document.addEventListener("keydown", (event) => {
  // A key held down is pressed once: what follows on the next page waits for another press.
  if (!isOn || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (typing && !["checkbox", "radio"].includes(typing.type)) return;
  const key = event.key.toLowerCase();
  const target = targets().find((element) => element.dataset.shortcut === key);
  const search = document.querySelector("main input[type=search]");
  if (key === "?" && dialog) show();
  else if (key === "/" && search) search.focus();
  else if (target) target.click();
  else return;
  event.preventDefault();
});

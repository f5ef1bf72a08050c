// <form data-keep="key">  keeps what is typed in this browser until a page says data-keep-clear="key" (app.js). With data-keep-newer
//   on the form what the server gave is newer than what was kept.

const typed = (form) =>
  [...new FormData(form)].filter(([name, value]) => {
    const type = form.elements[name]?.type;
    return typeof value === "string" && type !== "password" && type !== "hidden";
  });

const prefix = "theralog.keep.";
const longest = 3 * 24 * 3600 * 1000;

// Storage may be full or forbidden: then nothing is kept, and the form still works.
function storage(action) {
  try {
    return action(localStorage);
  } catch {
    return null;
  }
}

function kept(key) {
  const entry = storage((store) => JSON.parse(store.getItem(prefix + key)));
  return entry && Date.now() - entry.at < longest ? entry.fields : null;
}

const keepable = (form) => [...form.elements].filter(({ name, type, value }) =>
  name && value !== undefined && !["hidden", "password", "file", "submit", "button"].includes(type));

// Whether somebody changed it before this script came; of radio buttons, any of those with the same name.
function isTouched(control, form) {
  if (control.type === "checkbox") return control.checked !== control.defaultChecked;
  if (control.type === "radio") {
    return keepable(form).some((other) => other.name === control.name && other.checked !== other.defaultChecked);
  }
  if (control.options) return control.selectedIndex !== Math.max(0, [...control.options].findIndex((one) => one.defaultSelected));
  return control.value !== control.defaultValue;
}

// What was typed before this script came is newer than what was kept.
function fill(form, fields) {
  const rest = [...fields];
  const touched = new Set(keepable(form).filter((control) => isTouched(control, form)));
  for (const control of keepable(form)) {
    if (control.type === "checkbox" || control.type === "radio") {
      if (touched.has(control)) continue;
      control.checked = fields.some(([name, value]) => name === control.name && value === control.value);
    } else {
      const index = rest.findIndex(([name]) => name === control.name);
      if (index < 0) continue;
      const [, value] = rest.splice(index, 1)[0];
      if (!touched.has(control)) control.value = value;
    }
  }
}

function keep(form) {
  const key = form.dataset.keep;
  const original = typed(form);
  const earlier = kept(key);
  const isTyped = keepable(form).some((control) => isTouched(control, form));
  let timer;

  // What the server gives back after a problem is newer than what was kept.
  const isNewer = "keepNewer" in form.dataset || document.querySelector(".error-summary:not([hidden])");
  if (earlier && !isNewer) {
    if (JSON.stringify(earlier) !== JSON.stringify(original)) {
      fill(form, earlier);
      notice(form, key);
      form.dispatchEvent(new Event("change"));
    }
  }

  function write() {
    clearTimeout(timer);
    timer = 0;
    storage((store) => store.setItem(prefix + key, JSON.stringify({ at: Date.now(), fields: typed(form) })));
  }
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(write, 300);
  });
  form.addEventListener("submit", write);
  addEventListener("pagehide", () => timer && write());
  if (isTyped) write();
}

function notice(form, key) {
  const words = document.body.dataset;
  const box = document.createElement("div");
  box.className = "notice notice--info";
  box.setAttribute("role", "status");
  box.innerHTML = `<svg class="icon" aria-hidden="true"><use href="/static/icons.svg#notice-info"/></svg>
    <div class="notice__body"><p></p><div class="notice__actions"><button type="button" class="link-button"></button></div></div>`;
  box.querySelector("p").textContent = words.keepRestored;
  const button = box.querySelector("button");
  button.textContent = words.keepDiscard;
  button.addEventListener("click", () => {
    storage((store) => store.removeItem(prefix + key));
    form.reset();
    form.dispatchEvent(new Event("change"));
    box.remove();
    form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
  });
  form.before(box);
}

document.querySelectorAll("form[data-keep]").forEach(keep);

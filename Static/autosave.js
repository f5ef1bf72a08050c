// <form data-autosave="URL">  posts the form in the background while it is filled in. With data-autosave-view the elements
//   of the fragment that the same address then answers with take the place of those with the same ids, but for the one that
//   is being typed in. A button with data-autosave-with="ID" is sent along at once, and #ID gets the focus; what the form
//   does without scripts is hidden where data-without-scripts stands.

const { isSignedOut, renewToken } = await import(`./token.js${new URL(import.meta.url).search}`);

const texts = (form) => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));

// What the page came with. Where the browser has put back what was typed before, that: it may be older than what was saved since.
function given(form) {
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") return String(texts(form));
  const copy = form.cloneNode(true);
  copy.reset();
  return String(texts(copy));
}

// Aborts by itself when a dead network never answers.
function patience() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10000);
  return controller;
}

function autosave(form) {
  const state = form.querySelector("[data-autosave-state]") ?? document.querySelector("[data-autosave-state]");
  const body = () => texts(form);
  let timer, running = false, saved = given(form), leaving = null, viewing = null, isSent = false;

  function show(kind) {
    if (!state) return;
    state.textContent = state.dataset[kind] ?? (kind === "signedOut" ? state.dataset.failed : "");
    ["failed", "signedOut"].includes(kind) ? state.setAttribute("role", "alert") : state.removeAttribute("role");
  }

  async function post(content, keepalive) {
    const response = await fetch(form.dataset.autosave, {
      method: "POST", body: content, keepalive, credentials: "same-origin", signal: patience().signal,
      headers: { "X-Autosave": "1", Accept: "application/json" },
    });
    if (isSignedOut(response)) throw new Error("signed out");
    return response;
  }

  // One request at a time; what is typed meanwhile goes with the next.
  async function save(keepalive = false, button = null) {
    clearTimeout(timer);
    const content = body();
    if (button) content.set(button.name, button.value);
    if (isSent || (running && !keepalive) || String(content) === saved) return;
    running = true;
    saved = String(content);
    show("saving");
    try {
      let response = await post(content, keepalive);
      if (response.status === 403 && !keepalive) {
        await renewToken();
        content.set("csrf", form.elements.csrf.value);
        response = await post(content);
      }
      if (!response.ok) throw new Error(response.status);
      const version = response.headers.get("X-Version");
      if (version && form.elements.version) {
        form.elements.version.value = version;
        content.set("version", version);
      }
      if (button) content.delete(button.name);
      saved = String(content);
      show("saved");
      if (!leaving) await view(button);
    } catch (error) {
      saved = null;
      show(error.message === "signed out" ? "signedOut" : "failed");
    }
    running = false;
    if (leaving) {
      const { submitter } = leaving;
      leaving = null;
      // Not while the event is still on its way that said it: a form that is being sent cannot be sent.
      setTimeout(() => form.requestSubmit(submitter));
    } else if (saved && String(body()) !== saved) soon();
  }

  // A form that is sent while it is being saved waits for the answer: the version in it is the one that it has to name.
  function send(event) {
    clearTimeout(timer);
    if (event.defaultPrevented) return;
    if (running) {
      event.preventDefault();
      leaving = { submitter: event.submitter };
      viewing?.abort();
      return;
    }
    // What was sent is not saved as well, unless the reader stays: the sending was broken off.
    isSent = true;
    setTimeout(() => isSent = false, 4000);
  }

  async function view(button) {
    if (!("autosaveView" in form.dataset)) return;
    const fragment = document.createElement("template");
    viewing = patience();
    try {
      const response = await fetch(form.dataset.autosave, {
        headers: { "X-Fragment": "1" }, credentials: "same-origin", signal: viewing.signal,
      });
      if (!response.ok || response.redirected) return;
      fragment.innerHTML = await response.text();
    } catch (error) {
      if (!leaving) throw error;
    }
    if (leaving) return;
    // What was typed while the server answered goes with the next save.
    const isUntouched = String(body()) === saved;
    for (const part of fragment.content.children) {
      const place = part.id && document.getElementById(part.id);
      if (!place || (!button && (!isUntouched || place.contains(document.activeElement)) && !part.ariaLive)) continue;
      const open = [...place.querySelectorAll("details")].map((details) => details.open);
      place.replaceChildren(...part.childNodes);
      place.querySelectorAll("details").forEach((details, index) => details.open ||= open[index] ?? false);
    }
    if (isUntouched) saved = String(body());
    if (button) focus(button.dataset.autosaveWith);
  }

  // The caret at the end of a line; of several rows the last, which is the new one.
  function focus(id) {
    const place = document.getElementById(id);
    const details = [...place?.querySelectorAll("details") ?? []].at(-1);
    const control = details?.querySelector("input") ?? place;
    control?.focus();
    control?.setSelectionRange?.(control.value.length, control.value.length);
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-autosave-with]");
    if (!button || running) return;
    event.preventDefault();
    save(false, button);
  });
  for (const element of form.querySelectorAll("[data-without-scripts]")) element.hidden = true;

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(save, 800);
  }

  // What could not be saved is tried again as soon as there is hope: the connection is back, or the reader is, who may have
  // signed in elsewhere.
  const retry = () => saved === null && save();
  const look = () => document.visibilityState === "hidden" ? save(true) : retry();
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  form.addEventListener("submit", send);
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => save(true));
  addEventListener("pageshow", () => isSent = false);
  addEventListener("online", retry);
  // What was typed before this script came.
  if (String(body()) !== saved) soon();
}

document.querySelectorAll("form[data-autosave]").forEach(autosave);

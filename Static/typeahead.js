// <input data-typeahead="/diagnoses/search" aria-controls="results" data-error-message="…">: puts the server's
// fragment into that region. With data-listbox on the region its [data-option] links and buttons become a listbox;
// without, typing filters rows. The address then follows what is typed, unless data-typeahead-here says otherwise.

const { isSignedOut, renewToken } = await import(`./token.js${new URL(import.meta.url).search}`);
const live = document.createElement("div");
live.className = "visually-hidden";
live.setAttribute("aria-live", "polite");
document.body.append(live);

function enhance(input) {
  const region = document.getElementById(input.getAttribute("aria-controls"));
  if (!region) return;
  const isListbox = "listbox" in region.dataset;
  let timer, request, active = -1, asked = input.defaultValue.trim(), wasSignedOut = false;

  const options = () => [...region.querySelectorAll("[data-option]")];
  function query() {
    const parameters = new URLSearchParams();
    const fields = input.form?.method === "get" ? new FormData(input.form) : [[input.name, input.value]];
    for (const [name, value] of fields) if (typeof value === "string") parameters.append(name, value);
    return parameters;
  }

  function dress() {
    active = -1;
    if (!isListbox) return;
    input.removeAttribute("aria-activedescendant");
    const list = region.querySelector(".results");
    const all = options();
    input.setAttribute("aria-expanded", String(all.length > 0));
    input.setAttribute("aria-controls", region.id);
    if (!list || !all.length) return;
    list.id = `${region.id}-list`;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", region.getAttribute("aria-label") ?? "");
    input.setAttribute("aria-controls", list.id);
    // What cannot be chosen (already on the list) is still an entry of the listbox, and says so.
    list.querySelectorAll(".result").forEach((entry) => {
      entry.closest("li")?.setAttribute("role", "none");
      entry.setAttribute("role", "option");
      if (!("option" in entry.dataset)) entry.setAttribute("aria-disabled", "true");
    });
    all.forEach((option, index) => {
      option.setAttribute("aria-selected", "false");
      option.id = `${list.id}-${index}`;
      option.tabIndex = -1;
    });
  }

  async function ask() {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const parameters = query();
    region.setAttribute("aria-busy", "true");
    try {
      const address = input.dataset.typeahead;
      const response = await fetch(`${address}${address.includes("?") ? "&" : "?"}${parameters}`, {
        headers: { "X-Fragment": "1" }, credentials: "same-origin", signal,
      });
      if (isSignedOut(response)) throw new Error("signed out");
      if (!response.ok || response.redirected) throw new Error(response.status);
      if (wasSignedOut) await renewToken();
      wasSignedOut = false;
      const html = await response.text();
      if (signal.aborted) return;
      region.innerHTML = html;
      dress();
      live.textContent = region.querySelector("[data-announce]")?.dataset.announce ?? "";
      if (!isListbox && !("typeaheadHere" in input.dataset)) history.replaceState(history.state, "", `${input.form?.action ?? ""}?${parameters}`);
    } catch (error) {
      if (error.name === "AbortError") return;
      const message = document.createElement("p");
      message.className = "results__status";
      wasSignedOut ||= error.message === "signed out";
      const text = error.message === "signed out" ? input.dataset.signedOutMessage : input.dataset.errorMessage;
      message.textContent = live.textContent = text ?? "";
      region.replaceChildren(message);
      dress();
      asked = null;
    } finally {
      if (!signal.aborted) region.removeAttribute("aria-busy");
    }
  }

  function soon() {
    const text = input.value.trim();
    if (text === asked) return;
    asked = text;
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  }

  function move(to) {
    const all = options();
    if (!all.length) return;
    active = (to + all.length) % all.length;
    if (!isListbox) return all[active].focus();
    all.forEach((option, index) => option.setAttribute("aria-selected", String(index === active)));
    input.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  }

  function rest() {
    dress();
    input.focus();
  }

  function press(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = options();
    const inside = isListbox ? active >= 0 : event.target !== input;
    if (inside && !isListbox) active = all.indexOf(event.target.closest("[data-option]"));
    const keys = {
      ArrowDown: () => move(inside ? active + 1 : 0),
      ArrowUp: () => (inside && active === 0 && !isListbox ? rest() : move(inside ? active - 1 : -1)),
      Home: inside && (() => move(0)),
      End: inside && (() => move(all.length - 1)),
      Enter: inside && isListbox && (() => all[active].click()),
      Escape: inside && rest,
    };
    if (!all.length || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  if (isListbox) {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
  }
  input.addEventListener("input", soon);
  input.addEventListener("keydown", press);
  if (!isListbox) region.addEventListener("keydown", press);
  input.form?.addEventListener("change", (event) => {
    if (event.target !== input && input.value.trim()) ask();
  });
  addEventListener("online", () => asked === null && soon());
  dress();
  // What was typed before this script came.
  soon();
}

for (const input of document.querySelectorAll("input[data-typeahead]")) enhance(input);

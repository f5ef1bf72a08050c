// A large file goes in pieces, so that a lost connection costs one piece and not all.
const form = document.querySelector("[data-upload]");
const input = form.querySelector("input[type=file]");
const place = form.querySelector("[data-upload-progress]");
const meter = place.querySelector("progress");
const status = place.querySelector("[role=status]");
const token = form.querySelector("input[name=csrf]").value;
const pieceSize = 8 * 1024 * 1024;
const waits = [1000, 2000, 4000, 8000, 15000, 30000];

const say = (text) => { status.textContent = text; };
const headers = { "X-Form-Token": token, Accept: "application/json" };
const pause = (time) => new Promise((done) => setTimeout(done, time));

class Refused extends Error {}

async function answer(response) {
  const json = await response.json().catch(() => ({}));
  if (response.ok || response.status === 409) return json;
  if (response.status >= 500) throw new Error();
  throw new Refused(json.problem || "");
}

async function announce(file) {
  const body = new URLSearchParams({ csrf: token, name: file.name, size: file.size });
  return answer(await fetch(form.dataset.upload, { method: "POST", body, headers: { Accept: "application/json" } }));
}

async function send(file, job) {
  let tries = 0;
  while (job.received < job.size) {
    const end = Math.min(job.size, job.received + pieceSize);
    try {
      job = await answer(await fetch(`${job.url}/content`, {
        method: "PUT",
        body: file.slice(job.received, end),
        headers: { ...headers, "Content-Range": `bytes ${job.received}-${end - 1}/${job.size}` },
      }));
      if (job.state !== "receiving" && job.received < job.size) throw new Refused("");
      tries = 0;
      meter.value = Math.round(job.received * 100 / job.size);
      say(`${meter.value} %`);
    } catch (error) {
      if (error instanceof Refused || tries === waits.length) throw error;
      say(form.dataset.uploadLost || "…");
      await pause(waits[tries++]);
      try { job = await answer(await fetch(job.url, { headers: { Accept: "application/json" } })); } catch { /* still away */ }
    }
  }
  return job;
}

form.addEventListener("submit", async (event) => {
  const file = input.files[0];
  if (!file) return;
  event.preventDefault();
  const { uploadName, uploadSize, uploadReceived } = form.dataset;
  if (uploadName && (file.name !== uploadName || file.size !== Number(uploadSize))) return input.focus();
  place.hidden = false;
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const known = uploadName && { url: form.dataset.upload, received: Number(uploadReceived), size: Number(uploadSize) };
    const job = await send(file, known || await announce(file));
    location.assign(job.url);
  } catch (error) {
    say(error.message || form.dataset.uploadFailed);
    button.disabled = false;
  }
});

// <div class="signature" data-signature="ID" hidden><canvas></canvas></div> <input type="hidden" id="ID">
// Finger, pen or mouse; a PNG data address goes into the hidden input. Who cannot draw types the name.

function pad(box) {
  const input = document.getElementById(box.dataset.signature);
  const canvas = box.querySelector("canvas");
  if (!input || !canvas?.getContext) return;
  const pen = canvas.getContext("2d");
  const clear = document.querySelector(`[data-signature-clear="${input.id}"]`);
  const strokes = [];
  box.hidden = false;
  if (clear) clear.hidden = false;

  function draw() {
    const { width, height } = canvas.getBoundingClientRect();
    const ratio = Math.max(2, devicePixelRatio || 1);
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    pen.scale(ratio, ratio);
    pen.lineWidth = 2.4;
    pen.lineCap = pen.lineJoin = "round";
    pen.strokeStyle = pen.fillStyle = "#13201e";
    for (const points of strokes) line(points);
  }

  function line(points) {
    pen.beginPath();
    pen.moveTo(points[0].x, points[0].y);
    if (points.length < 3) pen.lineTo(points.at(-1).x + 0.1, points.at(-1).y);
    for (let index = 1; index < points.length - 1; index += 1) {
      const here = points[index], next = points[index + 1];
      pen.quadraticCurveTo(here.x, here.y, (here.x + next.x) / 2, (here.y + next.y) / 2);
    }
    pen.stroke();
  }

  const point = (event) => ({ x: event.offsetX, y: event.offsetY });
  function set(value) {
    input.value = value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    strokes.push([point(event)]);
    draw();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    for (const part of event.getCoalescedEvents?.() ?? [event]) strokes.at(-1).push(point(part));
    draw();
  });
  canvas.addEventListener("lostpointercapture", () => set(canvas.toDataURL("image/png")));
  clear?.addEventListener("click", () => {
    strokes.length = 0;
    draw();
    set("");
  });
  new ResizeObserver(draw).observe(canvas);
}

document.querySelectorAll("[data-signature]").forEach(pad);

/** Video noise, which is hard to compress, to measure the bandwidth of a network. */

const size = { width: 256, height: 144 };
const framesPerSecond = 15;
/** `getRandomValues` fills at most this many bytes per call. */
const randomValuesMax_bytes = 65_536;

export interface Noise {
  /** Has no tracks where the browser cannot capture a canvas. */
  stream: MediaStream;
  stop: () => void;
}

/** Starts to draw; `stop` ends it. */
export function drawNoise(): Noise {
  const canvas = document.createElement('canvas');
  if (!('captureStream' in canvas)) return { stream: new MediaStream(), stop: () => undefined };
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(framesPerSecond);
  const image = new ImageData(size.width, size.height);
  const draw = (): void => {
    for (let at = 0; at < image.data.length; at += randomValuesMax_bytes)
      crypto.getRandomValues(image.data.subarray(at, at + randomValuesMax_bytes));
    for (let alpha = 3; alpha < image.data.length; alpha += 4) image.data[alpha] = 255;
    context?.putImageData(image, 0, 0);
  };
  draw();
  const timer = setInterval(draw, 1000 / framesPerSecond);
  const stop = (): void => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  return { stream, stop };
}

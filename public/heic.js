/**
 * Makes a JPEG of a HEIC photo (src/lib/files/heic-to-jpeg.ts), by the browser where it can read the photo, else by libheif, whose files are
 * loaded from beside this one as they are published. The photo's own turns and mirrors are applied; nothing else of it is kept.
 */

const library = '/heic/';
const quality = 0.92;

/** A picture as a canvas takes it, with its size; null where nothing can be read. `large` where it has too many pixels. */
async function byBrowser(file) {
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
}

async function byLibrary(file, pixelsMax) {
  const answer = await fetch(`${library}libheif.wasm`);
  if (!answer.ok) return null;
  const wasmBinary = new Uint8Array(await answer.arrayBuffer());
  importScripts(`${library}libheif.js`);
  const heif = self.libheif({ wasmBinary, print: () => undefined, printErr: () => undefined });
  const images = new heif.HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return null;
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > pixelsMax) return 'large';
  const pixels = await new Promise((resolve) => image.display(new ImageData(width, height), resolve));
  images.forEach((one) => one.free());
  return pixels && createImageBitmap(pixels);
}

async function convert({ file, sideMax, pixelsMax }) {
  const picture = (await byBrowser(file)) ?? (await byLibrary(file, pixelsMax));
  if (picture === null) return { problem: 'unreadable' };
  if (picture === 'large' || picture.width * picture.height > pixelsMax) return { problem: 'large' };
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  // A JPEG has no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return { blob: await canvas.convertToBlob({ type: 'image/jpeg', quality }) };
}

self.addEventListener('message', ({ data }) => {
  convert(data)
    .catch(() => ({ problem: 'unreadable' }))
    .then((answer) => self.postMessage(answer));
});

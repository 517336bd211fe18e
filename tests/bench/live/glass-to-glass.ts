/**
 * From glass to glass: a page of a real browser sends pictures that carry the time at which they were drawn, another one watches
 * them and reads that time from the pixels it is about to show. Both are pages of one machine, and share its clock.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { LiveRole } from '../../../server/streaming/engine';
import { openBrowser } from '../../kit/browser/browser';
import type { LiveScene } from '../../kit/live/scene';

declare global {
  interface Window {
    /** Asks the engine: from an offer to its answer. */
    answerOf(offer: string): Promise<string>;
    delays: number[];
    connection: RTCPeerConnection;
  }
}

const settle_ms = 5_000;
const measured_ms = 20_000;

/** How a time is drawn: one square for each bit, and one for whether their number is even. */
const code = { bits: 24, columns: 8, square_px: 40, width: 640, height: 360, frames_per_s: 30 } as const;
type Code = typeof code;

/** Runs in the page that sends. */
async function send({ bits, columns, square_px, width, height, frames_per_s }: Code): Promise<void> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  document.body.append(canvas);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const draw = (): void => {
    pen.fillStyle = '#406080';
    pen.fillRect(0, 0, width, height);
    const time = Math.round(performance.timeOrigin + performance.now()) % 2 ** bits;
    let ones = 0;
    for (let place = 0; place <= bits; place += 1) {
      const bit = place < bits ? (time >> place) & 1 : ones & 1;
      ones += bit;
      pen.fillStyle = bit === 1 ? '#ffffff' : '#000000';
      pen.fillRect((place % columns) * square_px, Math.floor(place / columns) * square_px, square_px, square_px);
    }
    requestAnimationFrame(draw);
  };
  draw();
  const connection = new RTCPeerConnection();
  window.connection = connection;
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const out = sound.createMediaStreamDestination();
  tone.connect(out);
  tone.start();
  for (const track of [...canvas.captureStream(frames_per_s).getTracks(), ...out.stream.getTracks()])
    connection.addTransceiver(track, { direction: 'sendonly' });
  await connection.setLocalDescription();
  await connection.setRemoteDescription({ type: 'answer', sdp: await window.answerOf(connection.localDescription?.sdp ?? '') });
}

/** Runs in the page that watches. */
async function watch({ bits, columns, square_px, width, height }: Code): Promise<void> {
  window.delays = [];
  const connection = new RTCPeerConnection();
  window.connection = connection;
  const stream = new MediaStream();
  const video = document.createElement('video');
  Object.assign(video, { muted: true, autoplay: true, srcObject: stream });
  document.body.append(video);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no canvas');
  const read = (): void => {
    const shown = Math.round(performance.timeOrigin + performance.now()) % 2 ** bits;
    pen.drawImage(video, 0, 0, width, height);
    const rows = Math.floor(bits / columns) + 1;
    const { data } = pen.getImageData(0, 0, columns * square_px, rows * square_px);
    const bitAt = (place: number): number => {
      const x = ((place % columns) + 0.5) * square_px;
      const y = (Math.floor(place / columns) + 0.5) * square_px;
      return (data[(y * columns * square_px + x) * 4] ?? 0) > 127 ? 1 : 0;
    };
    let [time, ones] = [0, 0];
    for (let place = 0; place < bits; place += 1) {
      time += bitAt(place) * 2 ** place;
      ones += bitAt(place);
    }
    // A picture between two, or none yet, carries no time.
    if ((ones & 1) === bitAt(bits) && ones > 0) window.delays.push(shown - time);
    video.requestVideoFrameCallback(read);
  };
  video.requestVideoFrameCallback(read);
  connection.ontrack = ({ track }) => stream.addTrack(track);
  for (const kind of ['video', 'audio'] as const) connection.addTransceiver(kind, { direction: 'recvonly' });
  await connection.setLocalDescription();
  await connection.setRemoteDescription({ type: 'answer', sdp: await window.answerOf(connection.localDescription?.sdp ?? '') });
}

async function pageFor(browser: Browser, { engine }: LiveScene, room: string, role: LiveRole): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  // What runs these sources calls this around every function within another one; pages do not have it.
  await page.evaluate('globalThis.__name = (made) => made');
  await page.exposeFunction('answerOf', async (offer: string) => {
    const { token } = await engine.credentials({ room, identity: randomUUID(), role, ttl_s: 600 });
    const read = engine.door.readToken(token);
    if (!read) throw new Error('the token is worthless');
    return (await engine.door.answerOffer(read, offer)).answer;
  });
  return page;
}

/** Milliseconds from drawing to showing, one for each picture. */
export async function glassToGlass(scene: LiveScene): Promise<number[]> {
  const room = randomUUID();
  const browser = await openBrowser();
  try {
    const sender = await pageFor(browser, scene, room, 'publisher');
    await sender.evaluate(send, code);
    const viewer = await pageFor(browser, scene, room, 'viewer');
    await viewer.evaluate(watch, code);
    await pause(settle_ms);
    await viewer.evaluate(() => {
      window.delays = [];
    });
    await pause(measured_ms);
    return await viewer.evaluate(() => window.delays);
  } finally {
    await browser.close();
  }
}

/**
 * Glass-to-glass delay: a page of a real browser sends video frames with their time of drawing encoded in the pixels, and another
 * page reads that time from the frame that it is about to show. Both pages are on one machine, and share its clock.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { LiveRole } from '../../../server/live/engines/engine';
import { openBrowser } from '../../kit/browser/browser';
import type { EmbeddedEngineTest } from '../../kit/live/scene';

declare global {
  interface Window {
    /** Sends an offer to the engine and returns the answer. */
    answerOf(offer: string): Promise<string>;
    delays: number[];
    connection: RTCPeerConnection;
  }
}

const settle_ms = 5_000;
const measured_ms = 20_000;

/** The encoding of a time: one square per bit, and a parity square. */
const encoding = { bits: 24, columns: 8, square_px: 40, width: 640, height: 360, frames_per_s: 30 } as const;
type Code = typeof encoding;

/** Runs in the sending page. */
async function sendVideo({ bits, columns, square_px, width, height, frames_per_s }: Code): Promise<void> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  document.body.append(canvas);
  const canvasContext = canvas.getContext('2d');
  if (!canvasContext) throw new Error('no canvas');
  const draw = (): void => {
    canvasContext.fillStyle = '#406080';
    canvasContext.fillRect(0, 0, width, height);
    const time = Math.round(performance.timeOrigin + performance.now()) % 2 ** bits;
    let ones = 0;
    for (let index = 0; index <= bits; index += 1) {
      const bit = index < bits ? (time >> index) & 1 : ones & 1;
      ones += bit;
      canvasContext.fillStyle = bit === 1 ? '#ffffff' : '#000000';
      canvasContext.fillRect((index % columns) * square_px, Math.floor(index / columns) * square_px, square_px, square_px);
    }
    requestAnimationFrame(draw);
  };
  draw();
  const connection = new RTCPeerConnection();
  window.connection = connection;
  const audioContext = new AudioContext();
  const oscillator = audioContext.createOscillator();
  const destination = audioContext.createMediaStreamDestination();
  oscillator.connect(destination);
  oscillator.start();
  for (const track of [...canvas.captureStream(frames_per_s).getTracks(), ...destination.stream.getTracks()])
    connection.addTransceiver(track, { direction: 'sendonly' });
  await connection.setLocalDescription();
  await connection.setRemoteDescription({ type: 'answer', sdp: await window.answerOf(connection.localDescription?.sdp ?? '') });
}

/** Runs in the watching page. */
async function watchVideo({ bits, columns, square_px, width, height }: Code): Promise<void> {
  window.delays = [];
  const connection = new RTCPeerConnection();
  window.connection = connection;
  const stream = new MediaStream();
  const video = document.createElement('video');
  Object.assign(video, { muted: true, autoplay: true, srcObject: stream });
  document.body.append(video);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const canvasContext = canvas.getContext('2d', { willReadFrequently: true });
  if (!canvasContext) throw new Error('no canvas');
  const readFrame = (): void => {
    const shownAt = Math.round(performance.timeOrigin + performance.now()) % 2 ** bits;
    canvasContext.drawImage(video, 0, 0, width, height);
    const rows = Math.floor(bits / columns) + 1;
    const { data } = canvasContext.getImageData(0, 0, columns * square_px, rows * square_px);
    const bitAt = (index: number): number => {
      const x = ((index % columns) + 0.5) * square_px;
      const y = (Math.floor(index / columns) + 0.5) * square_px;
      return (data[(y * columns * square_px + x) * 4] ?? 0) > 127 ? 1 : 0;
    };
    let [time, ones] = [0, 0];
    for (let index = 0; index < bits; index += 1) {
      time += bitAt(index) * 2 ** index;
      ones += bitAt(index);
    }
    // A blended frame, or an empty one before the first, has no time.
    if ((ones & 1) === bitAt(bits) && ones > 0) window.delays.push(shownAt - time);
    video.requestVideoFrameCallback(readFrame);
  };
  video.requestVideoFrameCallback(readFrame);
  connection.ontrack = ({ track }) => stream.addTrack(track);
  for (const kind of ['video', 'audio'] as const) connection.addTransceiver(kind, { direction: 'recvonly' });
  await connection.setLocalDescription();
  await connection.setRemoteDescription({ type: 'answer', sdp: await window.answerOf(connection.localDescription?.sdp ?? '') });
}

async function pageFor(browser: Browser, { engine }: EmbeddedEngineTest, room: string, role: LiveRole): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  // The TypeScript loader calls this helper around inner functions; pages do not have it.
  await page.evaluate('globalThis.__name = (made) => made');
  await page.exposeFunction('answerOf', async (offer: string) => {
    const { token } = await engine.credentials({ room, identity: randomUUID(), role, ttl_s: 600 });
    const claims = engine.signalling.readToken(token);
    if (!claims) throw new Error('the token is invalid');
    return (await engine.signalling.answerOffer(claims, offer)).answer;
  });
  return page;
}

/** Milliseconds from drawing to showing, one value per frame. */
export async function glassToGlass(scene: EmbeddedEngineTest): Promise<number[]> {
  const room = randomUUID();
  const browser = await openBrowser();
  try {
    const sender = await pageFor(browser, scene, room, 'publisher');
    await sender.evaluate(sendVideo, encoding);
    const viewer = await pageFor(browser, scene, room, 'viewer');
    await viewer.evaluate(watchVideo, encoding);
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

/** What the embedded engine survives: bytes of nobody good, lost packets, viewers that stand still, and its own death. */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { deriveKey } from '@server/kernel/derive-key';
import { NotLetIn } from '@server/live/engines/conformance';
import { embeddedEngine } from '@server/live/engines/embedded/embedded.engine';
import { liveLimits } from '@server/streaming/embedded/limits';
import { keyFrameRequest } from '@server/streaming/embedded/rtcp';
import { Refused, controlLabel } from '@server/streaming/embedded/wire';
import type { Credentials, LiveRole } from '@server/streaming/engine';
import { bundled } from '../kit/processes/bundle';
import { eventually } from '../kit/timing/eventually';
import { freeLivePorts } from '../kit/processes/ports';
import { openPeople } from '../kit/live/live-clients';
import type { Somebody } from '../kit/live/live-clients';
import { openLive } from '../kit/live/scene';
import type { LiveScene } from '../kit/live/scene';

const patience_ms = 20_000;
/** As long as a browser's connection is believed in that says nothing. */
const goneWithoutWord_ms = 30_000;
const plain = { bits_per_s: 500_000 };
jest.setTimeout(90_000);

type Entered = Somebody & { resource: string };

let scene: LiveScene;
beforeAll(async () => {
  scene = await openLive();
});
afterAll(() => scene.close());

const credentialsFor = (room: string, role: LiveRole, identity: string = randomUUID()): Promise<Credentials> =>
  scene.engine.credentials({ room, identity, role, ttl_s: 600 });
const publish = async (room: string, way?: 'by road'): Promise<Entered> =>
  scene.enter(await credentialsFor(room, 'publisher'), 'publisher', way, plain);
const watch = async (room: string, way?: 'by road'): Promise<Entered> => scene.enter(await credentialsFor(room, 'viewer'), 'viewer', way);
const moves = async (viewer: Somebody, more: number): Promise<void> => {
  const { frames } = await viewer.look();
  await eventually(async () => expect((await viewer.look()).frames).toBeGreaterThanOrEqual(frames + more), patience_ms);
};
const leave = async (...all: Entered[]): Promise<void> => {
  for (const { resource } of all) await scene.engine.door.leave(resource);
  for (const one of all) await one.leave();
};

describe('bytes of nobody good', () => {
  it('in place of pictures and reports leave the engine and everybody else alone', async () => {
    const room = randomUUID();
    const [good, watching] = [await publish(room), await watch(room)];
    const [badPublisher, badViewer] = [await publish(randomUUID()), await watch(room)];
    await moves(watching, 1);
    await moves(badViewer, 1);
    const pid = scene.pid();
    const [sent, seen] = [(await badPublisher.look()).ssrc, (await badViewer.look()).ssrc];
    for (let round = 0; round < 400; round += 1) {
      const junk = randomBytes(12 + (round % 60));
      // The library hands on what names a source that it knows.
      junk[0] = 0x80 | (round & 0x3f);
      junk[1] = [96, 111, 200, 201, 203, 205, 206, 207][round % 8] ?? 96;
      if (round % 3 === 0) junk.writeUInt16BE(round, 2);
      // The sender's own library refuses some of it, and that is as well.
      for (const [sender, ssrc] of [
        [badPublisher, sent],
        [badViewer, seen],
      ] as const) {
        junk.writeUInt32BE(ssrc, round % 2 === 0 ? 4 : 8);
        await sender.sendRaw(junk).catch(() => undefined);
      }
    }
    await moves(watching, 10);
    expect(scene.pid()).toBe(pid);
    expect(scene.said()).toBe('');
    await leave(good, watching, badPublisher, badViewer);
  });

  it('at its UDP port are let fall', async () => {
    const room = randomUUID();
    const [good, watching] = [await publish(room), await watch(room)];
    const socket = createSocket('udp4');
    for (let round = 0; round < 500; round += 1) {
      const junk = randomBytes(round % 400);
      // What looks like STUN, DTLS, media.
      if (junk.length > 8) junk[0] = [0, 1, 22, 20, 128, 144][round % 6] ?? 0;
      if (round % 6 < 2 && junk.length > 8) junk.writeUInt32BE(0x2112a442, 4);
      await new Promise((sent) => socket.send(junk, scene.config.live.udpPort, '127.0.0.1', sent));
    }
    socket.close();
    await moves(watching, 10);
    await leave(good, watching);
  });

  it('at its control port are refused', async () => {
    const { url } = scene.config.live;
    const authorization = `Bearer ${deriveKey(scene.config.appSecret, controlLabel).toString('hex')}`;
    const status = async (path: string, method: string, headers: Record<string, string>, body?: string): Promise<number> =>
      (await fetch(`${url}${path}`, { method, headers, body })).status;
    expect(await status('/health', 'GET', {})).toBe(401);
    expect(await status('/health', 'GET', { authorization: 'Bearer guessed' })).toBe(401);
    expect(await status('/health', 'GET', { authorization })).toBe(200);
    expect(await status('/rooms/..%2f..%2fetc/recording', 'POST', { authorization })).toBe(404);
    expect(await status('/__proto__', 'GET', { authorization })).toBe(404);
    expect(await status('/connections', 'POST', { authorization }, '{')).toBe(400);
    expect(await status('/connections', 'POST', { authorization }, '{"room":7}')).toBe(400);
    expect(await status('/connections', 'POST', { authorization }, `"${'x'.repeat(liveLimits.body_bytes_max)}"`)).toBe(400);
    expect(await scene.engine.isUp()).toBe(true);
  });

  it('in an offer are refused by name', async () => {
    const { token } = await credentialsFor(randomUUID(), 'viewer');
    const read = scene.engine.door.readToken(token);
    if (!read) throw new Error('the token is good');
    const head = `v=0\r\na=ice-ufrag:abcd\r\na=ice-pwd:${'p'.repeat(24)}\r\na=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}\r\n`;
    for (const offer of ['', 'v=0', `${head}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`, `${head}m=video\0`, 'v=0\r\nm='.repeat(100)])
      await expect(scene.engine.door.answerOffer(read, offer)).rejects.toThrow(Refused);
    expect(await scene.engine.isUp()).toBe(true);
  });
});

describe('who may come in', () => {
  it('is nobody with a token that another site signed', async () => {
    const other = embeddedEngine(
      { ...scene.config, appSecret: 'a secret of quite another site, also long' },
      { whip: '', whep: '' },
      scene.clock,
    );
    const { token } = await credentialsFor(randomUUID(), 'viewer');
    expect(other.door.readToken(token)).toBeNull();
    expect(await other.isUp().catch((error: unknown) => error)).toBeInstanceOf(Error);
  });

  it('is nobody with credentials of an engine that has died since, and everybody with new ones', async () => {
    const room = randomUUID();
    const old = await credentialsFor(room, 'viewer');
    await scene.killEngine();
    await scene.startEngine();
    await expect(scene.enter(old, 'viewer')).rejects.toThrow(NotLetIn);
    await leave(await watch(room));
  });

  it('is one person in ten windows at most: the oldest makes way', async () => {
    const [room, identity] = [randomUUID(), randomUUID()];
    const windows: Somebody[] = [];
    for (let count = 0; count <= liveLimits.connectionsPerIdentity; count += 1)
      windows.push(await scene.enter(await credentialsFor(room, 'viewer', identity), 'viewer'));
    await windows[0]?.ended;
    expect((await scene.engine.roomState(room)).viewers).toEqual([identity]);
    await scene.engine.putOut(room, identity);
  });

  it('is nobody for long who never connects, or is gone without a word', async () => {
    const { url } = scene.config.live;
    const authorization = `Bearer ${deriveKey(scene.config.appSecret, controlLabel).toString('hex')}`;
    const connections = async (): Promise<number> =>
      ((await (await fetch(`${url}/health`, { headers: { authorization } })).json()) as { connections: number }).connections;
    await eventually(async () => expect(await connections()).toBe(0), patience_ms);
    const read = scene.engine.door.readToken((await credentialsFor(randomUUID(), 'viewer')).token);
    const refused = scene.process.enter({ watches: 'pictures' }, async (offer) => {
      if (read) await scene.engine.door.answerOffer(read, offer);
      throw new Error('never connects');
    });
    await expect(refused).rejects.toThrow('never connects');
    expect(await connections()).toBe(1);
    const room = randomUUID();
    await (await watch(room)).leave();
    await eventually(async () => expect(await connections()).toBe(0), goneWithoutWord_ms + patience_ms);
    expect(await scene.engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
  });
});

it('ends with whoever started it, who was killed without a word', async () => {
  const start = "const child = require('node:child_process').fork(process.argv[1]); child.on('message', () => console.log(child.pid));";
  const starter = spawn(process.execPath, ['-e', start, bundled('server/streaming/embedded/live.ts')], {
    env: {
      ...process.env,
      APP_SECRET: scene.config.appSecret,
      DATA_DIR: scene.config.dataDir,
      ...(await freeLivePorts()),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise<Buffer>((resolve) => starter.stdout.once('data', resolve)));
  starter.kill('SIGKILL');
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow(), patience_ms);
});

describe('a bad way', () => {
  it.each([0.01, 0.05])('that loses %d of all packets in both directions leaves the picture moving', async (share) => {
    const room = randomUUID();
    const [sending, watching] = [await publish(room, 'by road'), await watch(room, 'by road')];
    await moves(watching, 1);
    await sending.lose(share);
    await watching.lose(share);
    const [sent, seen] = [(await sending.look()).picturesSent, (await watching.look()).frames];
    await moves(watching, 90);
    // Each picture needs all packets before it: without asking again less than half could be shown.
    const shown = ((await watching.look()).frames - seen) / ((await sending.look()).picturesSent - sent);
    expect(shown).toBeGreaterThan(0.8);
    await leave(sending, watching);
  });

  it('that is cut and mended carries on with the same connections', async () => {
    const room = randomUUID();
    const [sending, watching] = [await publish(room, 'by road'), await watch(room)];
    await moves(watching, 5);
    await sending.lose(1);
    await eventually(async () => expect(await scene.engine.roomState(room)).toMatchObject({ isPublished: false }), patience_ms);
    await sending.lose(0);
    await moves(watching, 10);
    expect(await scene.engine.roomState(room)).toMatchObject({ isPublished: true });
    await leave(sending, watching);
  });

  it('through an engine that stood still itself goes on with the next whole picture', async () => {
    const room = randomUUID();
    const [sending, watching] = [await publish(room), await watch(room)];
    await moves(watching, 5);
    process.kill(scene.pid(), 'SIGSTOP');
    const { frames } = await watching.look();
    await eventually(async () => expect((await sending.look()).picturesSent).toBeGreaterThan(20), patience_ms);
    expect((await watching.look()).frames).toBeLessThan(frames + 5);
    process.kill(scene.pid(), 'SIGCONT');
    await moves(watching, 20);
    await leave(sending, watching);
  });

  it('of viewers who stand still is not felt by others', async () => {
    const room = randomUUID();
    const standing = await openPeople(bundled('tests/faults/live-people-process.ts'));
    const [sending, watching] = [await publish(room), await watch(room)];
    for (let count = 0; count < 10; count += 1) {
      const read = scene.engine.door.readToken((await credentialsFor(room, 'viewer')).token);
      if (read) await standing.enter({ watches: 'packets' }, async (offer) => (await scene.engine.door.answerOffer(read, offer)).answer);
    }
    await moves(watching, 5);
    process.kill(standing.pid, 'SIGSTOP');
    await moves(watching, 60);
    process.kill(standing.pid, 'SIGCONT');
    await standing.close();
    await leave(sending, watching);
  });
});

it('asks a publisher for a whole picture at most twice a second, however many viewers ask', async () => {
  const room = randomUUID();
  const sending = await publish(room);
  const viewers = await Promise.all([1, 2, 3].map(() => watch(room)));
  await Promise.all(viewers.map((viewer) => moves(viewer, 1)));
  const before = (await sending.look()).keyFramesAsked;
  const ssrc = (await viewers[0]?.look())?.ssrc ?? 0;
  const begun = performance.now();
  for (let round = 0; round < 200; round += 1) await Promise.all(viewers.map((viewer) => viewer.sendRaw(keyFrameRequest(ssrc))));
  await moves(viewers[0] ?? sending, 30);
  const asked = (await sending.look()).keyFramesAsked - before;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(2 * Math.ceil((performance.now() - begun) / 1000) + 2);
  await leave(sending, ...viewers);
});

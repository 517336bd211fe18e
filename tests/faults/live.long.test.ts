/** What the embedded engine survives: malformed data, lost packets, suspended viewers, and its own crash. */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { JoinRejected } from '@server/live/engines/conformance';
import { embeddedEngine } from '@server/live/engines/embedded/embedded.engine';
import { sfuLimits } from '@sfu/limits';
import { keyFrameRequest } from '@sfu/rtcp';
import { RejectedError } from '@sfu/wire';
import { controlKey } from '@server/live/engines/embedded/control-key';
import type { Credentials, LiveRole } from '@server/live/engines/engine';
import { bundle } from '../kit/processes/bundle';
import { eventually } from '../kit/timing/eventually';
import { freeLivePorts } from '../kit/processes/ports';
import { startLiveClients } from '../kit/live/live-clients';
import type { LiveClient } from '../kit/live/live-clients';
import { openEmbeddedEngineTest } from '../kit/live/scene';
import type { EmbeddedEngineTest } from '../kit/live/scene';

const mediaSettings = { bits_per_s: 500_000 };

type ConnectedClient = LiveClient & { resource: string };

let harness: EmbeddedEngineTest;
beforeAll(async () => {
  harness = await openEmbeddedEngineTest();
});
afterAll(() => harness.close());

const credentialsFor = (room: string, role: LiveRole, identity: string = randomUUID()): Promise<Credentials> =>
  harness.engine.credentials({ room, identity, role, ttl_s: 600 });
const publish = async (room: string, route?: 'relay'): Promise<ConnectedClient> =>
  harness.join(await credentialsFor(room, 'publisher'), 'publisher', route, mediaSettings);
const watch = async (room: string, route?: 'relay'): Promise<ConnectedClient> =>
  harness.join(await credentialsFor(room, 'viewer'), 'viewer', route);
const waitForFrames = async (viewer: LiveClient, frameCount: number): Promise<void> => {
  const { frames } = await viewer.stats();
  await eventually(async () => expect((await viewer.stats()).frames).toBeGreaterThanOrEqual(frames + frameCount));
};
const disconnect = async (...all: ConnectedClient[]): Promise<void> => {
  for (const { resource } of all) await harness.engine.signalling.leave(resource);
  for (const client of all) await client.disconnect();
};

describe('malformed data', () => {
  it('in place of media and reports does not affect the engine and other clients', async () => {
    const room = randomUUID();
    const [goodPublisher, viewerClient] = [await publish(room), await watch(room)];
    const [badPublisher, badViewer] = [await publish(randomUUID()), await watch(room)];
    await waitForFrames(viewerClient, 1);
    await waitForFrames(badViewer, 1);
    const pid = harness.pid();
    const [publisherSsrc, viewerSsrc] = [(await badPublisher.stats()).ssrc, (await badViewer.stats()).ssrc];
    for (let round = 0; round < 400; round += 1) {
      const junk = randomBytes(12 + (round % 60));
      // The library passes on packets with a source that it knows.
      junk[0] = 0x80 | (round & 0x3f);
      junk[1] = [96, 111, 200, 201, 203, 205, 206, 207][round % 8] ?? 96;
      if (round % 3 === 0) junk.writeUInt16BE(round, 2);
      // The sender's own library rejects some of the packets, which is fine.
      for (const [sender, ssrc] of [
        [badPublisher, publisherSsrc],
        [badViewer, viewerSsrc],
      ] as const) {
        junk.writeUInt32BE(ssrc, round % 2 === 0 ? 4 : 8);
        await sender.sendRaw(junk).catch(() => undefined);
      }
    }
    await waitForFrames(viewerClient, 10);
    expect(harness.pid()).toBe(pid);
    expect(harness.output()).toBe('');
    await disconnect(goodPublisher, viewerClient, badPublisher, badViewer);
  });

  it('at its UDP port is dropped', async () => {
    const room = randomUUID();
    const [goodPublisher, viewerClient] = [await publish(room), await watch(room)];
    const socket = createSocket('udp4');
    for (let round = 0; round < 500; round += 1) {
      const junk = randomBytes(round % 400);
      // First bytes of STUN, DTLS and media packets.
      if (junk.length > 8) junk[0] = [0, 1, 22, 20, 128, 144][round % 6] ?? 0;
      if (round % 6 < 2 && junk.length > 8) junk.writeUInt32BE(0x2112a442, 4);
      await new Promise((resolve) => socket.send(junk, harness.config.live.udpPort, '127.0.0.1', resolve));
    }
    socket.close();
    await waitForFrames(viewerClient, 10);
    await disconnect(goodPublisher, viewerClient);
  });

  it('at its control port is rejected', async () => {
    const { url } = harness.config.live;
    const authorization = `Bearer ${controlKey(harness.config)}`;
    const status = async (path: string, method: string, headers: Record<string, string>, body?: string): Promise<number> =>
      (await fetch(`${url}${path}`, { method, headers, body })).status;
    expect(await status('/health', 'GET', {})).toBe(401);
    expect(await status('/health', 'GET', { authorization: 'Bearer guessed' })).toBe(401);
    expect(await status('/health', 'GET', { authorization })).toBe(200);
    expect(await status('/rooms/..%2f..%2fetc/recording', 'POST', { authorization })).toBe(404);
    expect(await status('/__proto__', 'GET', { authorization })).toBe(404);
    expect(await status('/connections', 'POST', { authorization }, '{')).toBe(400);
    expect(await status('/connections', 'POST', { authorization }, '{"room":7}')).toBe(400);
    expect(await status('/connections', 'POST', { authorization }, `"${'x'.repeat(sfuLimits.body_bytes_max)}"`)).toBe(400);
    expect(await harness.engine.isUp()).toBe(true);
  });

  it('in an offer is rejected with a named error', async () => {
    const { token } = await credentialsFor(randomUUID(), 'viewer');
    const claims = harness.engine.signalling.readToken(token);
    if (!claims) throw new Error('the engine rejects a valid token');
    const head = `v=0\r\na=ice-ufrag:abcd\r\na=ice-pwd:${'p'.repeat(24)}\r\na=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}\r\n`;
    for (const offer of ['', 'v=0', `${head}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`, `${head}m=video\0`, 'v=0\r\nm='.repeat(100)])
      await expect(harness.engine.signalling.answerOffer(claims, offer)).rejects.toThrow(RejectedError);
    expect(await harness.engine.isUp()).toBe(true);
  });
});

describe('a client', () => {
  it('is rejected with a token that another site signed', async () => {
    const other = embeddedEngine(
      { ...harness.config, appSecret: 'a secret of quite another site, also long' },
      { whip: '', whep: '' },
      harness.clock,
    );
    const { token } = await credentialsFor(randomUUID(), 'viewer');
    expect(other.signalling.readToken(token)).toBeNull();
    expect(await other.isUp().catch((error: unknown) => error)).toBeInstanceOf(Error);
  });

  it('is rejected with credentials of an engine that has crashed since, and accepted with new ones', async () => {
    const room = randomUUID();
    const old = await credentialsFor(room, 'viewer');
    await harness.killEngine();
    await harness.startEngine();
    await expect(harness.join(old, 'viewer')).rejects.toThrow(JoinRejected);
    await disconnect(await watch(room));
  });

  it('can have ten connections per identity: an eleventh closes the oldest', async () => {
    const [room, identity] = [randomUUID(), randomUUID()];
    const clients: LiveClient[] = [];
    for (let count = 0; count <= sfuLimits.connectionsPerIdentity; count += 1)
      clients.push(await harness.join(await credentialsFor(room, 'viewer', identity), 'viewer'));
    await clients[0]?.ended;
    expect((await harness.engine.roomState(room)).viewers).toEqual([identity]);
    await harness.engine.evict(room, identity);
  });

  it('is removed when it never connects, or disconnects without notice', async () => {
    const { url } = harness.config.live;
    const authorization = `Bearer ${controlKey(harness.config)}`;
    const connections = async (): Promise<number> =>
      ((await (await fetch(`${url}/health`, { headers: { authorization } })).json()) as { connections: number }).connections;
    await eventually(async () => expect(await connections()).toBe(0));
    const claims = harness.engine.signalling.readToken((await credentialsFor(randomUUID(), 'viewer')).token);
    const neverConnected = harness.clientProcess.join({ watches: 'frames' }, async (offer) => {
      if (claims) await harness.engine.signalling.answerOffer(claims, offer);
      throw new Error('never connects');
    });
    await expect(neverConnected).rejects.toThrow('never connects');
    expect(await connections()).toBe(1);
    const room = randomUUID();
    await (await watch(room)).disconnect();
    await eventually(async () => expect(await connections()).toBe(0));
    expect(await harness.engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
  });
});

it('the engine ends together with the process that started it, even if that was killed', async () => {
  const startScript =
    "const child = require('node:child_process').fork(process.argv[1]); child.on('message', () => console.log(child.pid));";
  const starter = spawn(process.execPath, ['-e', startScript, bundle('server/live/engines/embedded/process.ts')], {
    env: {
      ...process.env,
      APP_SECRET: harness.config.appSecret,
      DATA_DIR: harness.config.dataDir,
      ...(await freeLivePorts()),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise<Buffer>((resolve) => starter.stdout.once('data', resolve)));
  starter.kill('SIGKILL');
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow());
});

describe('a bad network', () => {
  it.each([0.01, 0.05])('that loses %d of all packets in both directions keeps the video moving', async (share) => {
    const room = randomUUID();
    const [publisher, viewerClient] = [await publish(room, 'relay'), await watch(room, 'relay')];
    await waitForFrames(viewerClient, 1);
    await publisher.dropPackets(share);
    await viewerClient.dropPackets(share);
    const [sentBefore, seenBefore] = [(await publisher.stats()).framesSent, (await viewerClient.stats()).frames];
    await waitForFrames(viewerClient, 90);
    // Each frame needs all packets before it: without retransmissions less than half could be shown.
    const shown = ((await viewerClient.stats()).frames - seenBefore) / ((await publisher.stats()).framesSent - sentBefore);
    expect(shown).toBeGreaterThan(0.8);
    await disconnect(publisher, viewerClient);
  });

  it('that fails and recovers keeps the same connections', async () => {
    const room = randomUUID();
    const [publisher, viewerClient] = [await publish(room, 'relay'), await watch(room)];
    await waitForFrames(viewerClient, 5);
    await publisher.dropPackets(1);
    await eventually(async () => expect(await harness.engine.roomState(room)).toMatchObject({ isPublished: false }));
    await publisher.dropPackets(0);
    await waitForFrames(viewerClient, 10);
    expect(await harness.engine.roomState(room)).toMatchObject({ isPublished: true });
    await disconnect(publisher, viewerClient);
  });

  it('whose engine was suspended resumes the video with the next key frame', async () => {
    const room = randomUUID();
    const [publisher, viewerClient] = [await publish(room), await watch(room)];
    await waitForFrames(viewerClient, 5);
    process.kill(harness.pid(), 'SIGSTOP');
    const { frames } = await viewerClient.stats();
    await eventually(async () => expect((await publisher.stats()).framesSent).toBeGreaterThan(20));
    expect((await viewerClient.stats()).frames).toBeLessThan(frames + 5);
    process.kill(harness.pid(), 'SIGCONT');
    await waitForFrames(viewerClient, 20);
    await disconnect(publisher, viewerClient);
  });

  it('of suspended viewers does not affect others', async () => {
    const room = randomUUID();
    const suspendedClients = await startLiveClients(bundle('tests/faults/processes/live-people-process.ts'));
    const [publisher, viewerClient] = [await publish(room), await watch(room)];
    for (let count = 0; count < 10; count += 1) {
      const claims = harness.engine.signalling.readToken((await credentialsFor(room, 'viewer')).token);
      if (claims)
        await suspendedClients.join(
          { watches: 'packets' },
          async (offer) => (await harness.engine.signalling.answerOffer(claims, offer)).answer,
        );
    }
    await waitForFrames(viewerClient, 5);
    process.kill(suspendedClients.pid, 'SIGSTOP');
    await waitForFrames(viewerClient, 60);
    process.kill(suspendedClients.pid, 'SIGCONT');
    await suspendedClients.close();
    await disconnect(publisher, viewerClient);
  });
});

it('the engine requests a key frame from a publisher at most twice a second, however many viewers request one', async () => {
  const room = randomUUID();
  const publisher = await publish(room);
  const viewers = await Promise.all([1, 2, 3].map(() => watch(room)));
  await Promise.all(viewers.map((viewer) => waitForFrames(viewer, 1)));
  const before = (await publisher.stats()).keyFramesRequested;
  const ssrc = (await viewers[0]?.stats())?.ssrc ?? 0;
  const start_ms = performance.now();
  for (let round = 0; round < 200; round += 1) await Promise.all(viewers.map((viewer) => viewer.sendRaw(keyFrameRequest(ssrc))));
  await waitForFrames(viewers[0] ?? publisher, 30);
  const requestedKeyFrames = (await publisher.stats()).keyFramesRequested - before;
  expect(requestedKeyFrames).toBeGreaterThan(0);
  expect(requestedKeyFrames).toBeLessThanOrEqual(2 * Math.ceil((performance.now() - start_ms) / 1000) + 2);
  await disconnect(publisher, ...viewers);
});

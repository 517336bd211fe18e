/** A show that GStreamer publishes over WHIP: its recording has the right length and stays in sync, although sender reports are too fast. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { itUnless } from '../../../../tests/kit/timing/depth';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { analyzeRecording } from '../../../../tests/kit/live/recording-analysis';
import { openEmbeddedEngineTest } from '../../../../tests/kit/live/scene';

/** The system's Python, which has the GStreamer bindings if they are installed. */
const python = '/usr/bin/python3';
const pythonCheck = `import gi; [gi.require_version(name, '1.0') for name in ('Gst', 'GstSdp', 'GstWebRTC')]
from gi.repository import Gst, GstSdp, GstWebRTC; Gst.init(None)
assert all(Gst.ElementFactory.find(name) for name in ('webrtcbin', 'nicesink', 'vp8enc', 'opusenc', 'rtpvp8pay', 'rtpopuspay'))`;
const hasGStreamer = spawnSync(python, ['-c', pythonCheck]).status === 0;
const missing = 'GStreamer with webrtcbin, libnice, vp8enc, opusenc and its Python bindings is not installed';

const show_s = 24;
/** libnice offers no loopback candidates, so the engine listens on an address of the network. */
const hostAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
/** The largest accepted offset between audio and video. */
const desync_s_max = 0.06;
const timeout_ms = 60_000;

itUnless(
  !hasGStreamer ? missing : hostAddress === undefined ? 'this machine has no address but loopback' : null,
  'a show from GStreamer is recorded completely and in sync',
  async () => {
    const scene = await openEmbeddedEngineTest({ LOG_LEVEL: 'silent', LIVE_PUBLIC_IP: hostAddress ?? '' });
    const room = randomUUID();
    const { token } = await scene.engine.credentials({ room, identity: randomUUID(), role: 'publisher', ttl_s: 60 });
    const liveToken = scene.engine.signalling.readToken(token);
    if (!liveToken) throw new Error('the engine does not accept its own token');
    let resource = '';
    const whip = createServer((request, response) => {
      void text(request).then(async (offer) => {
        const connected = await scene.engine.signalling.answerOffer(liveToken, offer);
        ({ resource } = connected);
        response.writeHead(201, { 'content-type': 'application/sdp', location: `/${resource}` }).end(connected.answer);
      });
    }).listen(0, '127.0.0.1');
    await once(whip, 'listening');
    const address = `http://127.0.0.1:${String((whip.address() as AddressInfo).port)}/`;
    await scene.engine.startRecording(room);
    const publisher = spawn(python, ['tests/fixtures/gstreamer-whip.py', address, String(show_s)], { stdio: ['pipe', 'pipe', 'pipe'] });
    let errorOutput = '';
    const reportedAt_ms: Record<string, number> = {};
    publisher.stdout.on('data', (chunk: Buffer) => {
      for (const event of chunk.toString().split('\n').filter(Boolean)) reportedAt_ms[event] = performance.now();
    });
    publisher.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
    const waitFor = (event: string): Promise<void> =>
      eventually(() => {
        if (reportedAt_ms[event] === undefined) throw new Error(`GStreamer is not ${event}: ${errorOutput}`);
      }, timeout_ms);
    try {
      await waitFor('connected');
      await waitFor('ended');
      const { isClockSkewed } = await scene.engine.roomState(room);
      await scene.engine.stopRecording(room);
      const shown_s = ((reportedAt_ms['ended'] ?? 0) - (reportedAt_ms['begun'] ?? 0)) / 1000;
      const { path, duration_s } = await eventually(async () => {
        const state = await scene.engine.recordingState(room);
        if (state.status !== 'ready') throw new Error(`the recording is ${state.status}`);
        return state;
      }, timeout_ms);
      const recording = await analyzeRecording(path);
      const [flashes, tones] = [recording.flashes_s, recording.tones_s];
      const offsets_s = flashes.map((flash) => Math.min(...tones.map((tone) => Math.abs(tone - flash))));
      process.stdout.write(
        `GStreamer: clock skewed ${String(isClockSkewed)}, shown ${shown_s.toFixed(2)} s, recorded ${duration_s.toFixed(2)} s, ` +
          `${String(flashes.length)} flashes, ${String(tones.length)} tones, apart at most ${Math.max(...offsets_s.slice(0, -1)).toFixed(3)} s\n`,
      );
      expect(isClockSkewed).toBe(true);
      expect(Math.abs(duration_s - shown_s)).toBeLessThan(1);
      expect(flashes.length).toBeGreaterThanOrEqual(show_s - 1);
      expect(Math.abs(tones.length - flashes.length)).toBeLessThanOrEqual(1);
      // The recording may end between the last flash and its tone.
      expect(offsets_s.slice(0, -1).filter((offset_s) => offset_s > desync_s_max)).toEqual([]);
      await rm(path);
    } finally {
      publisher.stdin.end();
      publisher.kill();
      if (resource !== '') await scene.engine.signalling.leave(resource);
      whip.close();
      await scene.close();
    }
  },
);

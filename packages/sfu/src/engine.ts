/**
 * Opens the engine: one UDP port for all media, and the control port on loopback. It runs in a separate process, so that a busy
 * application never delays packets, and a crash of the WebRTC library ends only live shows.
 */
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { advertisedAddresses, bindAddressFor, isReachable } from './addresses';
import { openControl } from './control';
import { EventStream } from './events';
import type { Log } from './log';
import { openUdpMux } from './peer';
import type { Converter } from './recording/conversion';
import { Recordings } from './recording/recordings';
import { Sfu } from './sfu';

export interface EngineOptions {
  udpPort: number;
  /** Addresses to advertise to browsers; when empty, those of this machine. */
  publicIps: string[];
  /** Whether browsers on other machines should reach the engine: it then warns when no advertised address is public. */
  isPublic: boolean;
  /** The bitrate limit of publishers. */
  bitrate_kbps: number;
  control: { port: number; key: string };
  recordings: { folder: string; length_s_max: number; converter: Converter };
  log: Log;
}

const tick_ms = 25;

/** Milliseconds since 1970, but monotonic. */
const now = (): number => performance.timeOrigin + performance.now();

/** The WebRTC library reports a port in use only in its log, so this checks beforehand. */
function assertFree(port: number, address: string | undefined): Promise<void> {
  const hasV6 = Object.values(networkInterfaces()).some((entries) => entries?.some(({ family }) => family === 'IPv6'));
  const probe = createSocket({ type: isIPv6(address ?? '') || (address === undefined && hasV6) ? 'udp6' : 'udp4' });
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(new Error(`UDP port ${port} (LIVE_UDP_PORT) cannot be used: ${error.message}`)));
    probe.bind(port, address, () => probe.close(() => resolve()));
  });
}

/** Opens both ports. Returns a function that closes the engine. Rejects when a port cannot be used. */
export async function openEngine(options: EngineOptions): Promise<() => Promise<void>> {
  const { udpPort, bitrate_kbps, log } = options;
  const addresses = advertisedAddresses(options.publicIps, networkInterfaces());
  if (options.isPublic && !isReachable(addresses))
    log.warn({ addresses }, 'visitors from outside will not find the live engine: set LIVE_PUBLIC_IP to an address that leads here');
  const udp = { port: udpPort, bindAddress: bindAddressFor(addresses), log };
  await assertFree(udp.port, udp.bindAddress);
  openUdpMux(udp);
  const sfu: Sfu = new Sfu({ udp, addresses, bitrate_kbps_max: bitrate_kbps, emit: (event) => events.emit(event), now });
  const events = new EventStream(sfu.run);
  const recordings = new Recordings({ ...options.recordings, log, now, ready: (room) => events.emit({ type: 'recorded', room }) });
  const control = await openControl({ ...options.control, sfu, recordings, events, log });
  const timer = setInterval(() => sfu.tick(), tick_ms);
  log.info({ addresses, udpPort }, 'the live engine answers');
  return async () => {
    clearInterval(timer);
    sfu.closeAll();
    await recordings.close();
    events.close();
    control.close();
    control.closeAllConnections();
  };
}

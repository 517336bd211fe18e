/**
 * Free ports of this machine. Each worker of Jest has a range of its own, below the ports that the system gives to outgoing connections:
 * between the return of a port and its use, neither another worker nor a connection can take it.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const local = '127.0.0.1';
/** On Linux outgoing connections start at 32768. */
const range = { start: 12_000, size: 2_000, count: 10 };

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % range.count;
const rangeStart = range.start + worker * range.size;
/** The offset in the range of the next port to try. It starts at the process id, so that concurrent runs rarely try the same ports. */
let nextOffset = process.pid % range.size;

/** The next free port of the range. Throws if the whole range is in use. */
async function nextPort(isFree: (port: number) => Promise<boolean>): Promise<number> {
  for (let tries = 0; tries < range.size; tries += 1) {
    const port = rangeStart + nextOffset;
    nextOffset = (nextOffset + 1) % range.size;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${String(rangeStart)} to ${String(rangeStart + range.size - 1)}`);
}

async function isFreeTcp(port: number): Promise<boolean> {
  const server = createServer().listen(port, local);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function isFreeUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4').bind(port, local);
  try {
    await once(socket, 'listening');
  } catch {
    socket.close();
    return false;
  }
  socket.close();
  await once(socket, 'close');
  return true;
}

/** A TCP port that this process has not returned before. */
export const freePort = (): Promise<number> => nextPort(isFreeTcp);

/** A UDP port that this process has not returned before. */
export const freeUdpPort = (): Promise<number> => nextPort(isFreeUdp);

/** The variables of a live engine on free ports, for its process and for API servers that connect to it. */
export async function freeLivePorts(): Promise<Record<'LIVE_PORT' | 'LIVE_UDP_PORT' | 'LIVE_PUBLIC_IP', string>> {
  const [tcp, udp] = [await freePort(), await freeUdpPort()];
  return { LIVE_PORT: String(tcp), LIVE_UDP_PORT: String(udp), LIVE_PUBLIC_IP: local };
}

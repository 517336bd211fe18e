/** Free ports of this machine. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const local = '127.0.0.1';

const returned = new Set<number>();

/**
 * A port that this process has not returned before: a port that was just released counts as free although its user may not have
 * bound it yet.
 */
export async function freePort(): Promise<number> {
  const port = await anyFreePort();
  if (returned.has(port)) return freePort();
  returned.add(port);
  return port;
}

async function anyFreePort(): Promise<number> {
  const server = createServer().listen(0, local);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, local);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

/** The variables of a live engine on free ports, for its process and for hosts that connect to it. */
export async function freeLivePorts(): Promise<Record<'LIVE_PORT' | 'LIVE_UDP_PORT' | 'LIVE_PUBLIC_IP', string>> {
  const [tcp, udp] = [await freePort(), await freeUdpPort()];
  return { LIVE_PORT: String(tcp), LIVE_UDP_PORT: String(udp), LIVE_PUBLIC_IP: local };
}

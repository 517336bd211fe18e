/** A TCP proxy to a server of this machine that can stall: it then accepts bytes and forwards nothing. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface StallingProxy {
  port: number;
  /** From now on nothing passes in either direction, on existing and on new connections. */
  hang(): void;
  /** Forwards the buffered bytes, and everything that follows. */
  resume(): void;
  /** Existing connections hang forever without being closed; new ones work. */
  hangExisting(): void;
  close(): Promise<void>;
}

/** Opens a proxy to `target`. */
export async function openStallingProxy(target: { host: string; port: number }): Promise<StallingProxy> {
  const [activeSockets, stalledSockets] = [new Set<Socket>(), new Set<Socket>()];
  let isStalled = false;
  const forward = (from: Socket, to: Socket): void => {
    activeSockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      activeSockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => void to.write(bytes));
    if (isStalled) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hang: () => {
      isStalled = true;
      activeSockets.forEach((from) => void from.pause());
    },
    resume: () => {
      isStalled = false;
      activeSockets.forEach((from) => void from.resume());
    },
    hangExisting: () => {
      for (const from of activeSockets) stalledSockets.add(from.pause());
      activeSockets.clear();
    },
    close: async () => {
      for (const from of [...activeSockets, ...stalledSockets]) from.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A line to a server of this machine that can fall silent: it then takes bytes, and passes nothing on. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentLine {
  port: number;
  /** From now on nothing passes, in either direction, nor on connections that are made. */
  hang(): void;
  /** What was held passes, and what comes. */
  goOn(): void;
  /** The connections that are there never pass anything again, and nobody is told; those that are made do. */
  forget(): void;
  close(): Promise<void>;
}

/** Opens a line to `target`. */
export async function openLine(target: { host: string; port: number }): Promise<SilentLine> {
  const [ends, forgotten] = [new Set<Socket>(), new Set<Socket>()];
  let isSilent = false;
  const keep = (end: Socket, other: Socket): void => {
    ends.add(end);
    end.on('error', () => other.destroy());
    end.on('close', () => {
      ends.delete(end);
      other.destroy();
    });
    end.on('data', (bytes) => void other.write(bytes));
    if (isSilent) end.pause();
  };
  const server = createServer((near) => {
    const far = connect(target);
    keep(near, far);
    keep(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hang: () => {
      isSilent = true;
      ends.forEach((end) => void end.pause());
    },
    goOn: () => {
      isSilent = false;
      ends.forEach((end) => void end.resume());
    },
    forget: () => {
      for (const end of ends) forgotten.add(end.pause());
      ends.clear();
    },
    close: async () => {
      for (const end of [...ends, ...forgotten]) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

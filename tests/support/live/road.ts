/** The way between a client and the engine, as bad as a test wants it: packets are lost in both directions, or none come through. */
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';

const loopback = '127.0.0.1';

export interface Road {
  /** Where the client sends to. */
  port: number;
  /** The share of packets that is lost from now on; 1 is a cut. */
  lose(share: number): void;
  close(): void;
}

function bound(socket: Socket): Promise<number> {
  return new Promise((resolve) => socket.bind(0, loopback, () => resolve(socket.address().port)));
}

export async function openRoad(enginePort: number): Promise<Road> {
  const [near, far] = [createSocket('udp4'), createSocket('udp4')];
  let share = 0;
  let client: number | null = null;
  near.on('message', (packet, { port }) => {
    client = port;
    if (Math.random() >= share) far.send(packet, enginePort, loopback);
  });
  far.on('message', (packet) => {
    if (client !== null && Math.random() >= share) near.send(packet, client, loopback);
  });
  const port = await bound(near);
  await bound(far);
  return {
    port,
    lose: (wanted) => (share = wanted),
    close: () => {
      near.close();
      far.close();
    },
  };
}

/** A UDP relay between a client and the engine that drops a share of the packets in both directions, or all of them. */
import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';

const loopback = '127.0.0.1';

export interface LossyRelay {
  /** The port that the client sends to. */
  port: number;
  /** The share of packets that is dropped from now on; 1 drops all. */
  setLoss(share: number): void;
  close(): void;
}

function bindToLoopback(socket: Socket): Promise<number> {
  return new Promise((resolve) => socket.bind(0, loopback, () => resolve(socket.address().port)));
}

export async function openLossyRelay(enginePort: number): Promise<LossyRelay> {
  const [clientSide, engineSide] = [createSocket('udp4'), createSocket('udp4')];
  let lossShare = 0;
  let client: number | null = null;
  clientSide.on('message', (packet, { port }) => {
    client = port;
    if (Math.random() >= lossShare) engineSide.send(packet, enginePort, loopback);
  });
  engineSide.on('message', (packet) => {
    if (client !== null && Math.random() >= lossShare) clientSide.send(packet, client, loopback);
  });
  const port = await bindToLoopback(clientSide);
  await bindToLoopback(engineSide);
  return {
    port,
    setLoss: (share) => (lossShare = share),
    close: () => {
      clientSide.close();
      engineSide.close();
    },
  };
}

/** Publishers and viewers in a separate process, controlled by the test that started it. */
import { clipFilm, syntheticFilm } from '../../kit/live/media-source';
import { FilmPublisher, FilmViewer } from '../../kit/live/client';
import { framesPerSecond } from '../../kit/live/clip';
import type { ClientRole, ClientResponse, ClientCommand } from '../../kit/live/live-clients';
import { PacketCounter, FrameReceiver } from '../../kit/live/reception-stats';

const clients = new Map<number, FilmPublisher | FilmViewer>();
let nextId = 1;

const clientById = (id: number): FilmPublisher | FilmViewer => {
  const match = clients.get(id);
  if (!match) throw new Error(`no client has the id ${String(id)}`);
  return match;
};

async function createClient(role: ClientRole): Promise<FilmPublisher | FilmViewer> {
  if ('files' in role) return new FilmPublisher(await clipFilm(role.files), role.reportsPace);
  if ('bits_per_s' in role) return new FilmPublisher(syntheticFilm(role.bits_per_s, framesPerSecond));
  return new FilmViewer(role.watches === 'frames' ? new FrameReceiver() : new PacketCounter());
}

async function execute(command: ClientCommand): Promise<unknown> {
  switch (command.do) {
    case 'offer': {
      const client = await createClient(command.as);
      const id = nextId++;
      clients.set(id, client);
      void client.ended.then(() => {
        process.send?.({ ended: id });
        clients.delete(id);
      });
      return { id, offer: await client.offer() };
    }
    case 'connect': {
      const client = clientById(command.id);
      await client.connect(command.answer, command.route);
      client.play();
      return null;
    }
    case 'stats': {
      const client = clientById(command.id);
      if (client instanceof FilmPublisher)
        return { ssrc: client.ssrc, keyFramesRequested: client.keyFramesRequested, framesSent: client.framesSent };
      const { ssrc, frames, audioPackets, packets, firstFrameAt_ms, freeze_ms, delays_ms } = client.receptionStats;
      const sorted = [...delays_ms].sort((a, b) => a - b);
      return {
        ssrc,
        frames,
        audioPackets,
        packets,
        firstFrameAt_ms,
        freeze_ms,
        delay_p95_ms: sorted[Math.floor(sorted.length * 0.95)] ?? null,
      };
    }
    case 'resetStats': {
      const client = clientById(command.id);
      if (client instanceof FilmPublisher) return null;
      client.receptionStats.freeze_ms = 0;
      client.receptionStats.delays_ms.length = 0;
      return null;
    }
    case 'sendRaw':
      clientById(command.id).sendRaw(Buffer.from(command.hex, 'hex'));
      return null;
    case 'dropPackets':
      clientById(command.id).relay?.setLoss(command.share);
      return null;
    case 'disconnect':
      clients.get(command.id)?.close();
      return null;
  }
}

process.on('message', ({ number, command }: { number: number; command: ClientCommand }) => {
  execute(command).then(
    (result) => process.send?.({ number, result } satisfies ClientResponse),
    (error: unknown) => process.send?.({ number, error: error instanceof Error ? error.message : String(error) } satisfies ClientResponse),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

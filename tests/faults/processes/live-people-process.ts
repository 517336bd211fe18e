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

async function createClient(as: ClientRole): Promise<FilmPublisher | FilmViewer> {
  if ('files' in as) return new FilmPublisher(await clipFilm(as.files), as.reportsPace);
  if ('bits_per_s' in as) return new FilmPublisher(syntheticFilm(as.bits_per_s, framesPerSecond));
  return new FilmViewer(as.watches === 'pictures' ? new FrameReceiver() : new PacketCounter());
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
    case 'look': {
      const client = clientById(command.id);
      if (client instanceof FilmPublisher)
        return { ssrc: client.ssrc, keyFramesRequested: client.keyFramesRequested, picturesSent: client.framesSent };
      const { ssrc, frames, sounds, packets, firstFrameAt_ms, freeze_ms, delays_ms } = client.watched;
      const sorted = [...delays_ms].sort((a, b) => a - b);
      const stats = {
        ssrc,
        frames,
        sounds,
        packets,
        firstFrameAt_ms,
        freeze_ms,
        delay_p95_ms: sorted[Math.floor(sorted.length * 0.95)] ?? null,
      };
      return stats;
    }
    case 'forget': {
      const client = clientById(command.id);
      if (client instanceof FilmPublisher) return null;
      client.watched.freeze_ms = 0;
      client.watched.delays_ms.length = 0;
      return null;
    }
    case 'raw':
      clientById(command.id).sendRaw(Buffer.from(command.hex, 'hex'));
      return null;
    case 'lose':
      clientById(command.id).relay?.setLoss(command.share);
      return null;
    case 'leave':
      clients.get(command.id)?.close();
      return null;
  }
}

process.on('message', ({ number, order: command }: { number: number; order: ClientCommand }) => {
  execute(command).then(
    (result) => process.send?.({ number, result } satisfies ClientResponse),
    (error: unknown) => process.send?.({ number, error: error instanceof Error ? error.message : String(error) } satisfies ClientResponse),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

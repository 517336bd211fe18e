/** Publishers and viewers in a process of their own, told what to do by the test that started it. */
import { clipFilm, plainFilm } from '../kit/live/media-source';
import { FilmPublisher, FilmViewer } from '../kit/live/client';
import { framesPerSecond } from '../kit/live/clip';
import type { As, PeopleAnswer, PeopleOrder } from '../kit/live/live-clients';
import { Counted, Watched } from '../kit/live/reception-stats';

const everybody = new Map<number, FilmPublisher | FilmViewer>();
let nextId = 1;

const client = (id: number): FilmPublisher | FilmViewer => {
  const found = everybody.get(id);
  if (!found) throw new Error(`there is nobody with the number ${String(id)}`);
  return found;
};

async function somebody(as: As): Promise<FilmPublisher | FilmViewer> {
  if ('files' in as) return new FilmPublisher(await clipFilm(as.files));
  if ('bits_per_s' in as) return new FilmPublisher(plainFilm(as.bits_per_s, framesPerSecond));
  return new FilmViewer(as.watches === 'pictures' ? new Watched() : new Counted());
}

async function act(order: PeopleOrder): Promise<unknown> {
  switch (order.do) {
    case 'offer': {
      const one = await somebody(order.as);
      const id = nextId++;
      everybody.set(id, one);
      void one.ended.then(() => {
        process.send?.({ ended: id });
        everybody.delete(id);
      });
      return { id, offer: await one.offer() };
    }
    case 'connect': {
      const one = client(order.id);
      await one.connect(order.answer, order.way);
      one.play();
      return null;
    }
    case 'look': {
      const one = client(order.id);
      if (one instanceof FilmPublisher) return { ssrc: one.ssrc, keyFramesAsked: one.keyFramesAsked, picturesSent: one.picturesSent };
      const { ssrc, frames, sounds, packets, firstFrameAt_ms, freeze_ms, delays_ms } = one.watched;
      const sorted = [...delays_ms].sort((a, b) => a - b);
      const looked = {
        ssrc,
        frames,
        sounds,
        packets,
        firstFrameAt_ms,
        freeze_ms,
        delay_p95_ms: sorted[Math.floor(sorted.length * 0.95)] ?? null,
      };
      return looked;
    }
    case 'forget': {
      const one = client(order.id);
      if (one instanceof FilmPublisher) return null;
      one.watched.freeze_ms = 0;
      one.watched.delays_ms.length = 0;
      return null;
    }
    case 'raw':
      client(order.id).sendRaw(Buffer.from(order.hex, 'hex'));
      return null;
    case 'lose':
      client(order.id).road?.lose(order.share);
      return null;
    case 'leave':
      everybody.get(order.id)?.close();
      return null;
  }
}

process.on('message', ({ number, order }: { number: number; order: PeopleOrder }) => {
  act(order).then(
    (result) => process.send?.({ number, result } satisfies PeopleAnswer),
    (error: unknown) => process.send?.({ number, error: error instanceof Error ? error.message : String(error) } satisfies PeopleAnswer),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

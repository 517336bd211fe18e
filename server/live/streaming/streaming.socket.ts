/** What devices say about shows: that somebody comes, or goes. */
import type { Heard } from '../../realtime/heard';
import { join, leave } from './viewers';

export const streamingEvents = {
  'stream/joined': async (ctx, speaker, { streamId }) => {
    const stream = await join(ctx, speaker.actor, speaker, streamId);
    await speaker.enter(`stream:${streamId}`);
    return { stream };
  },
  'stream/left': async (ctx, speaker, { streamId }) => {
    await speaker.leave(`stream:${streamId}`);
    await leave(ctx, speaker.actor, speaker.socketId, streamId);
    return { streamId };
  },
} satisfies Partial<Heard>;

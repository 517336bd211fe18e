/** What devices say about shows: that somebody comes, or goes. */
import { z } from 'zod';
import { Id } from '@contract/shapes';
import { payloadAs, type Heard } from '../../realtime/heard';
import { join, leave } from './viewers';

const Named = z.object({ streamId: Id });

export const streamingEvents = {
  'stream/joined': async (ctx, speaker, payload) => {
    const { streamId } = payloadAs(Named, payload);
    const stream = await join(ctx, speaker.actor, speaker, streamId);
    await speaker.enter(`stream:${streamId}`);
    return { stream };
  },
  'stream/left': async (ctx, speaker, payload) => {
    const { streamId } = payloadAs(Named, payload);
    await speaker.leave(`stream:${streamId}`);
    await leave(ctx, speaker.actor, speaker.socketId, streamId);
    return { streamId };
  },
} satisfies Partial<Heard>;

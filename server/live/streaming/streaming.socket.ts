/** Socket events from devices: joining and leaving a show. */
import type { ClientEventHandlers } from '../../platform/realtime/client-event-handlers';
import { joinShow, leaveShow } from './viewers';

export const streamingEvents = {
  'stream/joined': async (ctx, speaker, { streamId }) => {
    const stream = await joinShow(ctx, speaker.actor, speaker, streamId);
    await speaker.join(`stream:${streamId}`);
    return { stream };
  },
  'stream/left': async (ctx, speaker, { streamId }) => {
    await speaker.leave(`stream:${streamId}`);
    await leaveShow(ctx, speaker.actor, speaker.socketId, streamId);
    return { streamId };
  },
} satisfies Partial<ClientEventHandlers>;

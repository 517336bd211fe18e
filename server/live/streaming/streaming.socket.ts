/** Socket events from devices: joining and leaving a show. */
import type { ClientEventHandlers } from '../../platform/realtime/client-event-handlers';
import { joinShow, leaveShow } from './viewers';

export const streamingEvents = {
  'stream/joined': async (ctx, sender, { streamId }) => {
    const stream = await joinShow(ctx, sender.actor, sender, streamId);
    await sender.join(`stream:${streamId}`);
    return { stream };
  },
  'stream/left': async (ctx, sender, { streamId }) => {
    await sender.leave(`stream:${streamId}`);
    await leaveShow(ctx, sender.actor, sender.socketId, streamId);
    return { streamId };
  },
} satisfies Partial<ClientEventHandlers>;

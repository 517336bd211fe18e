/** Batches chat messages of shows, so that a busy chat causes only a few socket frames per second for each viewer. */
import type { ServerEvents, EventStamp } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';

type MessagePayload = ServerEvents['stream/message-created'] & EventStamp;

export interface MessageBatches {
  add(rooms: string[], payload: Record<string, unknown> & EventStamp): void;
  close(): void;
}

/** Collects messages per room, in order, and sends them as one event. A batch has the event id and time of its first message. */
export function batchMessages(send: (rooms: string[], payload: MessagePayload) => void): MessageBatches {
  const waiting = new Map<string, { rooms: string[]; payload: MessagePayload }>();
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    for (const { rooms, payload } of waiting.values()) send(rooms, payload);
    waiting.clear();
  };
  return {
    add: (rooms, event) => {
      const payload = event as unknown as MessagePayload;
      const key = rooms.join(' ');
      const batch = waiting.get(key);
      if (batch) batch.payload.messages.push(...payload.messages);
      else waiting.set(key, { rooms, payload: { ...payload, messages: [...payload.messages] } });
      timer ??= setTimeout(flush, limits.streamChat.batch_ms);
    },
    close: () => {
      if (timer) clearTimeout(timer);
      flush();
    },
  };
}

/** What is said in a show leaves together, a few times a second: a busy chat costs each viewer few frames. */
import type { HostEvents, Stamp } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';

type Said = HostEvents['stream/message-created'] & Stamp;

export interface MessageBatches {
  add(rooms: string[], payload: Record<string, unknown> & Stamp): void;
  close(): void;
}

/** Collects what is said in a room, in its order, and sends it as one. A batch bears the name and the instant of its first part. */
export function batchMessages(send: (rooms: string[], payload: Said) => void): MessageBatches {
  const waiting = new Map<string, { rooms: string[]; payload: Said }>();
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    for (const { rooms, payload } of waiting.values()) send(rooms, payload);
    waiting.clear();
  };
  return {
    add: (rooms, given) => {
      const payload = given as unknown as Said;
      const key = rooms.join(' ');
      const before = waiting.get(key);
      if (before) before.payload.messages.push(...payload.messages);
      else waiting.set(key, { rooms, payload: { ...payload, messages: [...payload.messages] } });
      timer ??= setTimeout(flush, limits.streamChat.batch_ms);
    },
    close: () => {
      if (timer) clearTimeout(timer);
      flush();
    },
  };
}

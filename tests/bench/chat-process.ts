/** Processes of people in a chat, or on sockets alone, as whoever orders them about sees them. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ChatDone, ChatOrder } from './chat/chat-clients';
import { root } from './tools/hosts';

export interface ChatPeople {
  order(order: ChatOrder): Promise<ChatDone>;
  close(): Promise<void>;
}

/** A process of people who do one thing after the other. */
export async function openChatPeople(): Promise<ChatPeople> {
  const child = fork(join(root, 'tests/bench/chat/chat-clients.ts'), [], { execArgv: ['--import', 'tsx'] });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const next = (): Promise<ChatDone | 'ready'> => new Promise((resolve) => child.once('message', resolve as (answer: unknown) => void));
  await next();
  return {
    order: async (order) => {
      const answer = next();
      child.send(order);
      const done = await Promise.race([answer, gone]);
      if (typeof done !== 'object' || done === null || 'error' in done) throw new Error(`people of a chat: ${JSON.stringify(done)}`);
      return done;
    },
    close: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

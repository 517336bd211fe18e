/** Control of chat client processes, from the process of the bench. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ChatResult, ChatCommand } from './chat-clients';
import { root } from '../tools/hosts';

export interface ChatClients {
  execute(order: ChatCommand): Promise<ChatResult>;
  close(): Promise<void>;
}

/** Starts a process of chat clients, which executes one command after the other. */
export async function startChatClients(): Promise<ChatClients> {
  const child = fork(join(root, 'tests/bench/chat/chat-clients.ts'), [], { execArgv: ['--import', 'tsx'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const next = (): Promise<ChatResult | 'ready'> => new Promise((resolve) => child.once('message', resolve as (answer: unknown) => void));
  await next();
  return {
    execute: async (order) => {
      const answer = next();
      child.send(order);
      const done = await Promise.race([answer, exited]);
      if (typeof done !== 'object' || done === null || 'error' in done) throw new Error(`chat clients: ${JSON.stringify(done)}`);
      return done;
    },
    close: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

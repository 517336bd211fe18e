/** Control of chat client processes, from the process of the bench. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ChatResult, ChatCommand } from './chat-clients';
import { root } from '../tools/hosts';

export interface ChatClients {
  execute(command: ChatCommand): Promise<ChatResult>;
  close(): Promise<void>;
}

/** Starts a process of chat clients, which executes one command after the other. */
export async function startChatClients(): Promise<ChatClients> {
  const child = fork(join(root, 'tests/bench/chat/chat-clients.ts'), [], { execArgv: ['--import', 'tsx'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const next = (): Promise<ChatResult | 'ready'> => new Promise((resolve) => child.once('message', resolve as (message: unknown) => void));
  await next();
  return {
    execute: async (command) => {
      const response = next();
      child.send(command);
      const result = await Promise.race([response, exited]);
      if (typeof result !== 'object' || result === null || 'error' in result) throw new Error(`chat clients: ${JSON.stringify(result)}`);
      return result;
    },
    close: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

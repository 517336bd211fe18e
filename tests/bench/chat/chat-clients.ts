/**
 * Chat clients in a separate process: many that listen on sockets, or some that write. Executes the commands of its parent process,
 * and reports when each is done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { realRandom } from '../../../server/kernel/random';

export type ChatCommand =
  /** Opens a socket for each token; authenticates it if `signsIn`, and joins the show `streamId` unless it is null. */
  | { do: 'listen'; url: string; tokens: readonly string[]; signsIn: boolean; streamId: string | null }
  /** Waits until every socket has received `total` messages since it was opened. */
  | { do: 'waitForMessages'; total: number }
  /** Sends `count` messages, at most one at a time per token. */
  | { do: 'send'; address: string; tokens: readonly string[]; count: number }
  /** Sends `count` messages at a steady rate, without waiting for responses. */
  | { do: 'sendAtRate'; address: string; tokens: readonly string[]; count: number; perSecond: number }
  /** From now on records the delay of each message, from before it is sent until it is received. */
  | { do: 'recordDelays' }
  /** Returns the recorded delays. */
  | { do: 'readDelays' };

/** The result of a command; `error` if it failed. */
export interface ChatResult {
  error?: string;
  /** The delays of messages, the shortest first. */
  delays_ms?: number[];
}

const concurrentOpenings = 20;
const sockets: Socket[] = [];
const receivedCounts: number[] = [];
/** Null while no delays are recorded. */
let delays_ms: number[] | null = null;
const now = (): number => performance.timeOrigin + performance.now();
let expectation: { total: number; left: number; done: () => void } | null = null;

function countReceived(index: number, count: number): void {
  const previous = receivedCounts[index] ?? 0;
  receivedCounts[index] = previous + count;
  if (expectation === null || previous >= expectation.total || previous + count < expectation.total) return;
  expectation.left -= 1;
  if (expectation.left === 0) expectation.done();
}

/** The text of a message ends with the time at which it was sent. */
const delayOf = (text: string): number => now() - Number(text.slice(text.lastIndexOf(' ') + 1));

async function openSocket(token: string, { url, signsIn, streamId }: Extract<ChatCommand, { do: 'listen' }>): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, query: { token } });
  const index = sockets.push(socket) - 1;
  socket.on('stream/message-created', ({ messages }: { messages: readonly { text: string }[] }) => {
    delays_ms?.push(...messages.map(({ text }) => delayOf(text)));
    countReceived(index, messages.length);
  });
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  if (!signsIn) return;
  const login = (await socket.emitWithAck('auth/login', { token })) as { ok: boolean };
  if (!login.ok) throw new Error(`a client was not signed in: ${JSON.stringify(login)}`);
  if (streamId === null) return;
  const response = (await socket.emitWithAck('stream/joined', { streamId })) as { ok: boolean };
  if (!response.ok) throw new Error(`a viewer was rejected: ${JSON.stringify(response)}`);
}

async function openSockets(command: Extract<ChatCommand, { do: 'listen' }>): Promise<void> {
  const remainingTokens = [...command.tokens];
  const openNext = async (): Promise<void> => {
    for (let token = remainingTokens.pop(); token !== undefined; token = remainingTokens.pop()) await openSocket(token, command);
  };
  await Promise.all(Array.from({ length: concurrentOpenings }, openNext));
}

async function sendMessage(address: string, token: string): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ text: `This song is the one that I hoped for tonight ${now().toFixed(1)}`, clientKey: realRandom.id() }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`a message was rejected: ${body.slice(0, 300)}`);
}

async function sendMessages({ address, tokens, count }: Extract<ChatCommand, { do: 'send' }>): Promise<void> {
  let remaining = count;
  const sendNext = async (token: string): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      await sendMessage(address, token);
    }
  };
  await Promise.all(tokens.map(sendNext));
}

async function sendAtRate({ address, tokens, count, perSecond }: Extract<ChatCommand, { do: 'sendAtRate' }>): Promise<void> {
  const start_ms = performance.now();
  const requests: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const wait_ms = start_ms + (index * 1000) / perSecond - performance.now();
    if (wait_ms > 0) await pause(wait_ms);
    requests.push(sendMessage(address, tokens[index % tokens.length] ?? ''));
  }
  await Promise.all(requests);
}

function waitForAll(total: number): Promise<void> {
  return new Promise((done) => {
    const remaining = sockets.filter((_socket, index) => (receivedCounts[index] ?? 0) < total).length;
    if (remaining === 0) done();
    else expectation = { total, left: remaining, done };
  });
}

async function execute(command: ChatCommand): Promise<ChatResult> {
  if (command.do === 'listen') await openSockets(command);
  else if (command.do === 'waitForMessages') await waitForAll(command.total);
  else if (command.do === 'send') await sendMessages(command);
  else if (command.do === 'sendAtRate') await sendAtRate(command);
  else if (command.do === 'recordDelays') delays_ms = [];
  else return { delays_ms: (delays_ms ?? []).sort((a, b) => a - b) };
  return {};
}

process.on('message', (command: ChatCommand) => {
  execute(command).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) } satisfies ChatResult),
  );
});
process.send?.('ready');

/**
 * People of a show's chat in a process of their own: a crowd that listens on sockets, or some who write. Does what its parent
 * orders, and says when it is done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { realChance } from '../../../server/kernel/random';

export type ChatOrder =
  /** Opens a socket for each token; where `signsIn` they say who they are, and where `streamId` is given they come into that show. */
  | { do: 'listen'; url: string; tokens: readonly string[]; signsIn: boolean; streamId: string | null }
  /** Waits until every socket has heard so many messages since it was opened. */
  | { do: 'hear'; total: number }
  /** Writes so many messages, each token at most one at a time. */
  | { do: 'write'; address: string; tokens: readonly string[]; count: number }
  /** Writes so many messages at a steady pace, whether the ones before are answered or not. */
  | { do: 'pace'; address: string; tokens: readonly string[]; count: number; perSecond: number }
  /** From now on notes how long each message takes from before it is written until it is heard. */
  | { do: 'time' }
  /** Answers what was noted. */
  | { do: 'tell' };

/** The answer to an order; `error` where it could not be done. */
export interface ChatDone {
  error?: string;
  /** How long messages took, the quickest first. */
  delays_ms?: number[];
}

const opening = 20;
const sockets: Socket[] = [];
const heard: number[] = [];
/** Null while nobody wants to know. */
let delays_ms: number[] | null = null;
const now = (): number => performance.timeOrigin + performance.now();
let awaited: { total: number; left: number; done: () => void } | null = null;

function hear(index: number, count: number): void {
  const before = heard[index] ?? 0;
  heard[index] = before + count;
  if (awaited === null || before >= awaited.total || before + count < awaited.total) return;
  awaited.left -= 1;
  if (awaited.left === 0) awaited.done();
}

/** A message ends in the instant at which it was written. */
const delayOf = (text: string): number => now() - Number(text.slice(text.lastIndexOf(' ') + 1));

async function openSocket(token: string, { url, signsIn, streamId }: Extract<ChatOrder, { do: 'listen' }>): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, query: { token } });
  const index = sockets.push(socket) - 1;
  socket.on('stream/message-created', ({ messages }: { messages: readonly { text: string }[] }) => {
    delays_ms?.push(...messages.map(({ text }) => delayOf(text)));
    hear(index, messages.length);
  });
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  if (!signsIn) return;
  const login = (await socket.emitWithAck('auth/login', { token })) as { ok: boolean };
  if (!login.ok) throw new Error(`somebody was not signed in: ${JSON.stringify(login)}`);
  if (streamId === null) return;
  const answer = (await socket.emitWithAck('stream/joined', { streamId })) as { ok: boolean };
  if (!answer.ok) throw new Error(`a viewer was not let in: ${JSON.stringify(answer)}`);
}

async function listen(order: Extract<ChatOrder, { do: 'listen' }>): Promise<void> {
  const waiting = [...order.tokens];
  const opener = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await openSocket(token, order);
  };
  await Promise.all(Array.from({ length: opening }, opener));
}

async function say(address: string, token: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ text: `This song is the one that I hoped for tonight ${now().toFixed(1)}`, clientKey: realChance.id() }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`a message was refused: ${body.slice(0, 300)}`);
}

async function write({ address, tokens, count }: Extract<ChatOrder, { do: 'write' }>): Promise<void> {
  let left = count;
  const writer = async (token: string): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await say(address, token);
    }
  };
  await Promise.all(tokens.map(writer));
}

async function writeAtPace({ address, tokens, count, perSecond }: Extract<ChatOrder, { do: 'pace' }>): Promise<void> {
  const begun = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const early_ms = begun + (index * 1000) / perSecond - performance.now();
    if (early_ms > 0) await pause(early_ms);
    running.push(say(address, tokens[index % tokens.length] ?? ''));
  }
  await Promise.all(running);
}

function hearAll(total: number): Promise<void> {
  return new Promise((done) => {
    const left = sockets.filter((_socket, index) => (heard[index] ?? 0) < total).length;
    if (left === 0) done();
    else awaited = { total, left, done };
  });
}

async function obey(order: ChatOrder): Promise<ChatDone> {
  if (order.do === 'listen') await listen(order);
  else if (order.do === 'hear') await hearAll(order.total);
  else if (order.do === 'write') await write(order);
  else if (order.do === 'pace') await writeAtPace(order);
  else if (order.do === 'time') delays_ms = [];
  else return { delays_ms: (delays_ms ?? []).sort((a, b) => a - b) };
  return {};
}

process.on('message', (order: ChatOrder) => {
  obey(order).then(
    (done) => process.send?.(done),
    (error: unknown) => process.send?.({ error: String(error) } satisfies ChatDone),
  );
});
process.send?.('ready');

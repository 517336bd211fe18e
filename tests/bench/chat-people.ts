/**
 * People of a show's chat in a process of their own: a crowd that listens on sockets, or some who write. Does what its parent
 * orders, and says when it is done.
 */
import { io, type Socket } from 'socket.io-client';
import { realChance } from '../../server/chance';

export type ChatOrder =
  /** Opens a socket for each token; where `streamId` is given they sign in and come into that show. */
  | { do: 'listen'; url: string; tokens: readonly string[]; streamId: string | null }
  /** Waits until every socket has heard so many messages since it was opened. */
  | { do: 'hear'; total: number }
  /** Writes so many messages, each token at most one at a time. */
  | { do: 'write'; address: string; tokens: readonly string[]; count: number };

/** The answer to an order; `error` where it could not be done. */
export interface ChatDone {
  error?: string;
}

const opening = 20;
const sockets: Socket[] = [];
const heard: number[] = [];
let awaited: { total: number; left: number; done: () => void } | null = null;

function hear(index: number, count: number): void {
  const before = heard[index] ?? 0;
  heard[index] = before + count;
  if (awaited === null || before >= awaited.total || before + count < awaited.total) return;
  awaited.left -= 1;
  if (awaited.left === 0) awaited.done();
}

async function openSocket(url: string, token: string, streamId: string | null): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, query: { token } });
  const index = sockets.push(socket) - 1;
  socket.on('stream/message-created', ({ messages }: { messages: readonly unknown[] }) => hear(index, messages.length));
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  if (streamId === null) return;
  await socket.emitWithAck('auth/login', { token });
  const answer = (await socket.emitWithAck('stream/joined', { streamId })) as { ok: boolean };
  if (!answer.ok) throw new Error(`a viewer was not let in: ${JSON.stringify(answer)}`);
}

async function listen({ url, tokens, streamId }: Extract<ChatOrder, { do: 'listen' }>): Promise<void> {
  const waiting = [...tokens];
  const opener = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await openSocket(url, token, streamId);
  };
  await Promise.all(Array.from({ length: opening }, opener));
}

async function write({ address, tokens, count }: Extract<ChatOrder, { do: 'write' }>): Promise<void> {
  let left = count;
  const writer = async (token: string): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'This song is the one that I hoped for tonight', clientKey: realChance.id() }),
      });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`a message was refused: ${body.slice(0, 300)}`);
    }
  };
  await Promise.all(tokens.map(writer));
}

function hearAll(total: number): Promise<void> {
  return new Promise((done) => {
    const left = sockets.filter((_socket, index) => (heard[index] ?? 0) < total).length;
    if (left === 0) done();
    else awaited = { total, left, done };
  });
}

async function obey(order: ChatOrder): Promise<void> {
  if (order.do === 'listen') await listen(order);
  else if (order.do === 'hear') await hearAll(order.total);
  else await write(order);
}

process.on('message', (order: ChatOrder) => {
  obey(order).then(
    () => process.send?.({} satisfies ChatDone),
    (error: unknown) => process.send?.({ error: String(error) } satisfies ChatDone),
  );
});
process.send?.('ready');

/** Controls a process of publishers and viewers. The process creates SDP offers; the caller gets the answers from the engine. */
import { fork } from 'node:child_process';

export type ClientCommand =
  | { do: 'offer'; as: ClientRole }
  | { do: 'connect'; id: number; answer: string; route: 'direct' | 'relay' }
  | { do: 'stats'; id: number }
  | { do: 'resetStats'; id: number }
  | { do: 'sendRaw'; id: number; hex: string }
  | { do: 'dropPackets'; id: number; share: number }
  | { do: 'disconnect'; id: number };

/** `reportsPace`: how fast the timestamps of the publisher's sender reports advance; 1 by default. */
export type PublisherMedia = { files: { video: string; audio: string }; reportsPace?: number } | { bits_per_s: number };

/** The role of a client. A viewer of `packets` only counts them. */
export type ClientRole = PublisherMedia | { watches: 'frames' | 'packets' };

export type ClientResponse = { number: number; result?: unknown; error?: string } | { ended: number };

export interface ClientStats {
  /** The SSRC of the video. */
  ssrc: number;
  frames: number;
  audioPackets: number;
  packets: number;
  firstFrameAt_ms: number | null;
  /** The longest gap between two frames. */
  freeze_ms: number;
  delay_p95_ms: number | null;
  /** Publishers only. */
  keyFramesRequested: number;
  /** Publishers only. */
  framesSent: number;
}

/** A client in a room, or one that is connecting. */
export interface LiveClient {
  readonly ended: Promise<void>;
  stats(): Promise<ClientStats>;
  /** Resets the longest gap and the delays. */
  resetStats(): Promise<void>;
  sendRaw(packet: Buffer): Promise<void>;
  /** Sets the share of packets that is lost from now on, for a client that is connected through a relay. */
  dropPackets(share: number): Promise<void>;
  /** Disconnects without notifying the engine. */
  disconnect(): Promise<void>;
}

export interface LiveClientProcess {
  readonly pid: number;
  /** `answer` gets the engine's SDP answer to an offer, or rejects. */
  join(as: ClientRole, answer: (offer: string) => Promise<string>, route?: 'direct' | 'relay'): Promise<LiveClient>;
  close(): Promise<void>;
}

/** Starts the process from its bundle at `program`. */
export async function startLiveClients(program: string): Promise<LiveClientProcess> {
  const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let end = 'has not ended';
  const exited = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      end = `ended with ${String(signal ?? code)}`;
      resolve();
    }),
  );
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const ends = new Map<number, () => void>();
  let next = 1;
  await new Promise((resolve) => child.once('message', resolve));
  child.on('message', (message: ClientResponse) => {
    if ('ended' in message) {
      ends.get(message.ended)?.();
      return;
    }
    const request = waiting.get(message.number);
    waiting.delete(message.number);
    if (message.error === undefined) request?.resolve(message.result);
    else request?.reject(new Error(message.error));
  });
  void exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`the process of the clients ${end}`));
  });
  const send = (command: ClientCommand): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!child.connected) throw new Error(`the process of the clients ${end}`);
      const number = next++;
      waiting.set(number, { resolve, reject });
      child.send({ number, command });
    });

  return {
    pid: child.pid ?? 0,
    join: async (as, answer, route = 'direct') => {
      const { id, offer } = (await send({ do: 'offer', as })) as { id: number; offer: string };
      const ended = new Promise<void>((resolve) => ends.set(id, resolve));
      const disconnect = async (): Promise<void> => {
        await send({ do: 'disconnect', id });
      };
      try {
        await send({ do: 'connect', id, answer: await answer(offer), route });
      } catch (error) {
        await disconnect();
        throw error;
      }
      return {
        ended,
        stats: async () => (await send({ do: 'stats', id })) as ClientStats,
        resetStats: async () => {
          await send({ do: 'resetStats', id });
        },
        sendRaw: async (packet) => {
          await send({ do: 'sendRaw', id, hex: packet.toString('hex') });
        },
        dropPackets: async (share) => {
          await send({ do: 'dropPackets', id, share });
        },
        disconnect,
      };
    },
    close: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

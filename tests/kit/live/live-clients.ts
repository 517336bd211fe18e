/** The test's side of a process full of publishers and viewers: offers come from there, answers from whatever the test asks. */
import { fork } from 'node:child_process';

export type PeopleOrder =
  | { do: 'offer'; as: As }
  | { do: 'connect'; id: number; answer: string; way: 'straight' | 'by road' }
  | { do: 'look'; id: number }
  | { do: 'forget'; id: number }
  | { do: 'raw'; id: number; hex: string }
  | { do: 'lose'; id: number; share: number }
  | { do: 'leave'; id: number };

export type Sent = { files: { video: string; audio: string } } | { bits_per_s: number };

/** What somebody comes for. A viewer of `packets` counts them and does no more. */
export type As = Sent | { watches: 'pictures' | 'packets' };

export type PeopleAnswer = { number: number; result?: unknown; error?: string } | { ended: number };

export interface Looked {
  /** Of the pictures. */
  ssrc: number;
  frames: number;
  sounds: number;
  packets: number;
  firstFrameAt_ms: number | null;
  /** The longest time between two pictures. */
  freeze_ms: number;
  delay_p95_ms: number | null;
  /** Of a publisher. */
  keyFramesAsked: number;
  picturesSent: number;
}

/** Somebody in a room, or on the way there. */
export interface Somebody {
  readonly ended: Promise<void>;
  look(): Promise<Looked>;
  /** Lets the longest time and the delays begin anew. */
  forget(): Promise<void>;
  sendRaw(packet: Buffer): Promise<void>;
  /** The share of packets lost from now on, where they came by a road. */
  lose(share: number): Promise<void>;
  /** Ends without a word to the engine. */
  leave(): Promise<void>;
}

export interface PeopleProcess {
  readonly pid: number;
  /** `answer` turns an offer into the engine's answer, or throws. */
  enter(as: As, answer: (offer: string) => Promise<string>, way?: 'straight' | 'by road'): Promise<Somebody>;
  close(): Promise<void>;
}

/** Starts the process from its bundle at `program`. */
export async function openPeople(program: string): Promise<PeopleProcess> {
  const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let end = 'runs';
  const gone = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      end = `ended with ${String(signal ?? code)}`;
      resolve();
    }),
  );
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const ends = new Map<number, () => void>();
  let next = 1;
  await new Promise((resolve) => child.once('message', resolve));
  child.on('message', (message: PeopleAnswer) => {
    if ('ended' in message) {
      ends.get(message.ended)?.();
      return;
    }
    const asker = waiting.get(message.number);
    waiting.delete(message.number);
    if (message.error === undefined) asker?.resolve(message.result);
    else asker?.reject(new Error(message.error));
  });
  void gone.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`the process of the clients ${end}`));
  });
  const ask = (order: PeopleOrder): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!child.connected) throw new Error(`the process of the clients ${end}`);
      const number = next++;
      waiting.set(number, { resolve, reject });
      child.send({ number, order });
    });

  return {
    pid: child.pid ?? 0,
    enter: async (as, answer, way = 'straight') => {
      const { id, offer } = (await ask({ do: 'offer', as })) as { id: number; offer: string };
      const ended = new Promise<void>((resolve) => ends.set(id, resolve));
      const leave = async (): Promise<void> => {
        await ask({ do: 'leave', id });
      };
      try {
        await ask({ do: 'connect', id, answer: await answer(offer), way });
      } catch (error) {
        await leave();
        throw error;
      }
      return {
        ended,
        look: async () => (await ask({ do: 'look', id })) as Looked,
        forget: async () => {
          await ask({ do: 'forget', id });
        },
        sendRaw: async (packet) => {
          await ask({ do: 'raw', id, hex: packet.toString('hex') });
        },
        lose: async (share) => {
          await ask({ do: 'lose', id, share });
        },
        leave,
      };
    },
    close: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

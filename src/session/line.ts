/**
 * The connection to the host for those who are no component: what sagas hear and say. The shell holds it here while somebody is
 * signed in; in a server render there is never one.
 */
import type { Ack, ClientEventName, ClientEvents } from '@contract/kernel/events';
import type { Socket } from 'socket.io-client';

export type Line = Pick<Socket, 'on' | 'off' | 'emit' | 'connected'>;

/** Called with the line at once and whenever there is another; answers how to let go of that one. */
type Watcher = (line: Line | null) => () => void;

let held: Line | null = null;
let isProven = false;
const letGoOf = new Map<Watcher, () => void>();

/** From now on `line` is the connection, not yet proven; null: there is none. */
export function holdLine(line: Line | null): void {
  held = line;
  isProven = false;
  for (const [watcher, letGo] of letGoOf) {
    letGo();
    letGoOf.set(watcher, watcher(line));
  }
}

/** Whether the host knows whose line it is: before that it listens to nothing else. */
export function proveLine(proven: 'proven' | 'unproven'): void {
  isProven = proven === 'proven';
}

/** Follows the line until the answer is called. */
export function watchLine(watcher: Watcher): () => void {
  letGoOf.set(watcher, watcher(held));
  return () => {
    letGoOf.get(watcher)?.();
    letGoOf.delete(watcher);
  };
}

/** Says something to the host; `answered` hears its answer, if one comes and is no refusal. Answers false when there is no line to say it on. */
export function say<N extends ClientEventName>(
  event: N,
  payload: ClientEvents[N]['payload'],
  answered?: (answer: ClientEvents[N]['answer']) => void,
): boolean {
  if (held === null || !held.connected || !isProven) return false;
  held.emit(event, payload, (ack: Ack<ClientEvents[N]['answer']>) => {
    if (ack.ok) answered?.(ack.data);
  });
  return true;
}

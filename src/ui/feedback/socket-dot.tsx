/** How the connection to the host stands: a dot with a word, in a room that is the same for every word. */
import type { SocketStatus } from '@contract/kernel/events';
import { StateMark } from './state-mark';
import type { StateTone } from './state-mark';
import styles from './socket-dot.module.css';

const states: Record<SocketStatus, { tone: StateTone; word: string }> = {
  initialized: { tone: 'quiet', word: 'Connecting…' },
  connected: { tone: 'ok', word: 'Connected' },
  disconnect: { tone: 'warn', word: 'Disconnected' },
  reconnecting: { tone: 'warn', word: 'Reconnecting…' },
  failed: { tone: 'danger', word: 'No connection' },
};

const words = Object.values(states)
  .map(({ word }) => word)
  .join('\n');

export function SocketDot({ status }: { status: SocketStatus }) {
  const { tone, word } = states[status];
  return (
    <span className={styles.room} role="status" data-status={status} data-words={words}>
      <StateMark tone={tone}>{word}</StateMark>
    </span>
  );
}

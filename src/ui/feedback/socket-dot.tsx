/** The connection status as a dot with a word. Its width fits the longest word, so that nothing shifts. */
import type { SocketStatus } from '@contract/kernel/events';
import type { StateLabel } from '@web/lib/wording/state-label';
import { StateMark } from './state-mark';
import styles from './socket-dot.module.css';

const states: Record<SocketStatus, StateLabel> = {
  initialized: { tone: 'quiet', label: 'Connecting…' },
  connected: { tone: 'ok', label: 'Connected' },
  disconnect: { tone: 'warn', label: 'Disconnected' },
  reconnecting: { tone: 'warn', label: 'Reconnecting…' },
  failed: { tone: 'danger', label: 'No connection' },
};

const allLabels = Object.values(states)
  .map(({ label }) => label)
  .join('\n');

export function SocketDot({ status }: { status: SocketStatus }) {
  return (
    <span className={styles.room} role="status" data-status={status} data-words={allLabels}>
      <StateMark {...states[status]} />
    </span>
  );
}

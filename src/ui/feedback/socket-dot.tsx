/** A dot with a label while there is no connection. Its space is always reserved, as wide as the longest label, so that nothing shifts. */
import type { SocketStatus } from '@contract/kernel/events';
import type { StateLabel } from '@web/lib/wording/state-label';
import { StateMark } from './state-mark';
import styles from './socket-dot.module.css';

const states: Record<Exclude<SocketStatus, 'connected'>, StateLabel> = {
  initialized: { tone: 'quiet', label: 'Connecting…' },
  disconnect: { tone: 'warn', label: 'Disconnected' },
  reconnecting: { tone: 'warn', label: 'Reconnecting…' },
  failed: { tone: 'danger', label: 'No connection' },
};

const allLabels = Object.values(states)
  .map(({ label }) => label)
  .join('\n');

export function SocketDot({ status }: { status: SocketStatus }) {
  return (
    <span className={styles.room} role="status" data-status={status} data-reserved-text={allLabels}>
      {status === 'connected' ? null : <StateMark {...states[status]} />}
    </span>
  );
}

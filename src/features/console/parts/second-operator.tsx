/** Actions that need two operators, as the first operator sees them. */
import { TimeAgo } from '@web/ui/display/times';
import styles from './console.module.css';

/** Whether the viewer may decide now. `aloneFrom` is the server's time from which the initiator may decide alone. */
export const canDecide = (isOwn: boolean, aloneFrom: string | null): boolean =>
  !isOwn || (aloneFrom !== null && new Date(aloneFrom) <= new Date());

/** Why the viewer may not decide yet, and from when they may. */
export function SecondOperatorNotice({ aloneFrom }: { aloneFrom: string | null }) {
  if (aloneFrom === null) return <p className={styles.quiet}>This is your own. Another operator has to review it.</p>;
  return (
    <p className={styles.quiet}>
      This is your own, and no other operator can review it. You can decide it yourself <TimeAgo at={aloneFrom} />.
    </p>
  );
}

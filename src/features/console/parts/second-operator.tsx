/** What takes two operators, on the screen of the one who began it. */
import { TimeAgo } from '@web/ui/display/times';
import styles from './console.module.css';

/** Whether the viewer may decide now: `aloneFrom` is the host's word on what is their own. */
export const isDecidable = (isOwn: boolean, aloneFrom: string | null): boolean =>
  !isOwn || (aloneFrom !== null && new Date(aloneFrom) <= new Date());

/** Why the viewer may not decide yet, and when they may. */
export function WaitsForSecond({ aloneFrom }: { aloneFrom: string | null }) {
  if (aloneFrom === null) return <p className={styles.quiet}>This is your own: another operator decides.</p>;
  return (
    <p className={styles.quiet}>
      This is your own, and nobody else may decide. You may decide alone from <TimeAgo at={aloneFrom} /> on.
    </p>
  );
}

/** Somebody proved that an account is hers, and it is suspended: why, and the way to have that looked at again. */
import type { Problem } from '@web/session/problem';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import styles from './sign-in.module.css';

/** Where a suspension is read and appealed against; without a token, where its link is asked for. */
const appealPath = (token: string | undefined): string =>
  token === undefined ? '/auth/appeal' : `/auth/appeal?${new URLSearchParams({ token }).toString()}`;

export function SuspendedNotice({ message, appealToken }: Pick<Problem, 'message' | 'appealToken'>) {
  return (
    <Notice tone="danger" title="This account is suspended">
      <p className={styles.strong}>{message.replace(/^This account is suspended\. /, '')}</p>
      <Link className={styles.link} href={appealPath(appealToken)}>
        Appeal
      </Link>
    </Notice>
  );
}

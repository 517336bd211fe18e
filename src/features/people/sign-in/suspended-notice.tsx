/** Shown after a sign-in to a suspended account with valid credentials: the reason, and the way to appeal. */
import type { SerializedError } from '@web/services/serialized-error';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import styles from './sign-in.module.css';

/** The page of the suspension and its appeal; without a token it offers to request a link. */
const appealPath = (token: string | undefined): string =>
  token === undefined ? '/auth/appeal' : `/auth/appeal?${new URLSearchParams({ token }).toString()}`;

export function SuspendedNotice({ message, appealToken }: Pick<SerializedError, 'message' | 'appealToken'>) {
  return (
    <Notice tone="danger" title="This account is suspended">
      <p className={styles.strong}>{message.replace(/^This account is suspended\. /, '')}</p>
      <Link className={styles.link} href={appealPath(appealToken)}>
        Appeal
      </Link>
    </Notice>
  );
}

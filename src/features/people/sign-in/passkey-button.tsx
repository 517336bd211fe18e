/** Signing in with a passkey: the device asks for a finger, a face or a PIN, and nothing is typed. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import { nextOf } from '@web/lib/next-path';
import { services } from '@web/services/services';
import { useIntents, useLogin } from '@web/session/store/hooks';
import { tokenArrived } from '@web/session/intents';
import { passkeyProblem, provePasskey } from '@web/session/passkeys';
import type { Problem } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { SuspendedNotice } from './suspended-notice';
import styles from './sign-in.module.css';

const unknown = 'This passkey does not open an account here. It may have been removed.';

export function PasskeyButton({ remember }: { remember: boolean }) {
  const router = useRouter();
  const ask = useIntents();
  const { requesting } = useLogin();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [suspended, setSuspended] = useState<Problem | null>(null);
  const enter = async (): Promise<void> => {
    setBusy(true);
    setTrouble('');
    setSuspended(null);
    try {
      const session = await services.passkeys['POST /auth/passkeys/login']({ body: { answer: await provePasskey(), remember } });
      ask(tokenArrived({ ...session, remember, next: nextOf(router.query) ?? '' }));
    } catch (error) {
      const problem = passkeyProblem(error);
      if (problem.code === 'account_suspended') setSuspended(problem);
      else setTrouble(problem.code === 'invalid_credentials' ? unknown : problem.message);
    }
    setBusy(false);
  };
  return (
    <div className={styles.social}>
      <Button wide busy={busy || requesting} onPress={() => void enter()}>
        Use a passkey
      </Button>
      {suspended === null ? null : <SuspendedNotice {...suspended} />}
      {trouble === '' ? null : <Notice tone="danger">{trouble}</Notice>}
    </div>
  );
}

/** Signing in with a passkey: the device verifies the user, and nothing is typed. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import { nextOf } from '@web/lib/next-path';
import { services } from '@web/services/services';
import { useAppDispatch, useLogin } from '@web/session/store/hooks';
import { tokenReceived } from '@web/session/store/intents';
import { passkeyError, getPasskeyAssertion } from '@web/session/passkeys';
import type { SerializedError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { SuspendedNotice } from './suspended-notice';
import styles from './sign-in.module.css';

const unknownPasskeyText = 'We don’t recognize this passkey. Try another way to log in.';

export function PasskeyButton({ remember }: { remember: boolean }) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { requesting } = useLogin();
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState('');
  const [suspended, setSuspended] = useState<SerializedError | null>(null);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setErrorText('');
    setSuspended(null);
    try {
      const session = await services.passkeys['POST /auth/passkeys/login']({ body: { answer: await getPasskeyAssertion(), remember } });
      dispatch(tokenReceived({ ...session, remember, next: nextOf(router.query) ?? '' }));
    } catch (error) {
      const serialized = passkeyError(error);
      if (serialized.code === 'account_suspended') setSuspended(serialized);
      else setErrorText(serialized.code === 'invalid_credentials' ? unknownPasskeyText : serialized.message);
    }
    setBusy(false);
  };
  return (
    <div className={styles.social}>
      <Button wide busy={busy || requesting} onPress={() => void signIn()}>
        Use a passkey
      </Button>
      {suspended === null ? null : <SuspendedNotice {...suspended} />}
      {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
    </div>
  );
}

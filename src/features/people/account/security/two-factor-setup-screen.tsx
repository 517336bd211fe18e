/** /auth/second-step: an operator has to set up two-factor authentication, when the site requires it, before anything else. */
import { useState } from 'react';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { logoutRequested } from '@web/session/store/intents';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { TwoFactorSettings } from './two-factor-settings';
import styles from './security.module.css';

export function TwoFactorRequiredScreen() {
  const dispatch = useAppDispatch();
  const mustSetUp = useCurrentUser()?.owesSecondStep ?? true;
  const [isDone, setDone] = useState(false);
  return (
    <div className={styles.stack}>
      <PageHead title="Set up two-step verification" noindex lead="It’s required for all operators of this site. Set it up to continue." />
      {isDone || !mustSetUp ? (
        <>
          <Notice tone="ok">Two-step verification is set up.</Notice>
          <Button kind="primary" href="/admin">
            Open the console
          </Button>
        </>
      ) : (
        <>
          <TwoFactorSettings onDone={() => setDone(true)} />
          <div className={styles.actions}>
            <Button onPress={() => dispatch(logoutRequested())}>Log out</Button>
          </div>
        </>
      )}
    </div>
  );
}

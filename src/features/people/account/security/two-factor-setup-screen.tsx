/** /auth/second-step: an operator sets up what this site demands of all of them, before anything else. */
import { useState } from 'react';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { logoutAsked } from '@web/session/intents';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { SecondStepPart } from './two-factor-settings';
import styles from './security.module.css';

export function OwedScreen() {
  const ask = useIntents();
  const owes = useCurrentUser()?.owesSecondStep ?? true;
  const [isDone, setDone] = useState(false);
  return (
    <div className={styles.stack}>
      <PageHead
        title="Set up your second step"
        noindex
        lead="This site asks all its operators for one. You can go on as soon as it is set up."
      />
      {isDone || !owes ? (
        <>
          <Notice tone="ok">Your second step is set up.</Notice>
          <Button kind="primary" href="/admin">
            Open the console
          </Button>
        </>
      ) : (
        <>
          <SecondStepPart onDone={() => setDone(true)} />
          <div className={styles.actions}>
            <Button onPress={() => ask(logoutAsked())}>Log out</Button>
          </div>
        </>
      )}
    </div>
  );
}

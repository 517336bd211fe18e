/** The target of an invitation link: joins the team with the signed-in account. */
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { serializeError } from '@web/services/serialized-error';
import { userReplaced } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { useRouter } from 'next/router';
import { useState } from 'react';
import styles from './team.module.css';

type JoinState = { status: 'idle' | 'joining' | 'joined' } | { status: 'failed'; message: string };

export function JoinScreen() {
  const { token } = useRouter().query;
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  const [state, setState] = useState<JoinState>({ status: 'idle' });
  const join = async () => {
    setState({ status: 'joining' });
    try {
      await services.team['POST /team/accept']({ body: { token: typeof token === 'string' ? token : '-' } });
    } catch (error) {
      setState({ status: 'failed', message: serializeError(error, messages.anyFailure).message });
      return;
    }
    try {
      // The account is reloaded before the link to the console is shown: the console rejects accounts that are not operators yet.
      dispatch(userReplaced(await services.users['GET /users/me']()));
    } catch {
      // The invitation was accepted; the next page reloads the account.
    }
    setState({ status: 'joined' });
  };
  if (state.status === 'joined')
    return (
      <section className={styles.join}>
        <PageHead title="Welcome to the team" noindex />
        <p>You’ll find the console in your menu.</p>
        <p>
          <Button kind="primary" href="/admin">
            Open the console
          </Button>
        </p>
      </section>
    );
  return (
    <section className={styles.join}>
      <PageHead title="Join the team" noindex />
      <p>
        You’re invited to help run this site.{' '}
        {viewer?.email ? (
          <>
            You’ll join with the account you’re logged in to: <strong>{viewer.email}</strong>.
          </>
        ) : (
          'You’ll join with the account you’re logged in to.'
        )}{' '}
        It must use the email address the invitation was sent to.
      </p>
      {state.status === 'failed' ? <Notice tone="danger">{state.message}</Notice> : null}
      <p>
        <Button kind="primary" busy={state.status === 'joining'} onPress={() => void join()}>
          Join the team
        </Button>
      </p>
    </section>
  );
}

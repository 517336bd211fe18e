/** Where the link of an invitation leads: joining the team with the account that one is signed in to. */
import { messages } from '@contract/kernel/errors';
import { services } from '@web/services/services';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { problemOf } from '@web/session/problem';
import { userReplaced } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { useRouter } from 'next/router';
import { useState } from 'react';
import styles from './team.module.css';

type Step = { at: 'asked' | 'joining' | 'joined' } | { at: 'failed'; words: string };

export function JoinScreen() {
  const { token } = useRouter().query;
  const viewer = useCurrentUser();
  const tell = useIntents();
  const [step, setStep] = useState<Step>({ at: 'asked' });
  const join = async () => {
    setStep({ at: 'joining' });
    try {
      await services.team['POST /team/accept']({ body: { token: typeof token === 'string' ? token : '-' } });
    } catch (error) {
      setStep({ at: 'failed', words: problemOf(error, messages.anyFailure).message });
      return;
    }
    try {
      // Before the way to the console is offered: the console refuses whoever is not known as an operator yet.
      tell(userReplaced(await services.users['GET /users/me']()));
    } catch {
      // They have joined all the same; the account is read anew with the next page.
    }
    setStep({ at: 'joined' });
  };
  if (step.at === 'joined')
    return (
      <section className={styles.join}>
        <PageHead title="Welcome to the team" noindex />
        <p>You find the console in your menu from now on.</p>
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
        You are invited to help to run this site.{' '}
        {viewer?.email ? (
          <>
            You join with the account that you are logged in to: <strong>{viewer.email}</strong>.
          </>
        ) : (
          'You join with the account that you are logged in to.'
        )}{' '}
        It has to be the address that the invitation was sent to.
      </p>
      {step.at === 'failed' ? <Notice tone="danger">{step.words}</Notice> : null}
      <p>
        <Button kind="primary" busy={step.at === 'joining'} onPress={() => void join()}>
          Join the team
        </Button>
      </p>
    </section>
  );
}

/** /auth/verify-email: what the link of the mail brought, or waiting for that mail. */
import { messages } from '@contract/kernel/errors';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { awaitedAddress, guestDrafts, readDraft } from '@web/session/drafts';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { addressPath, landingOf } from '@web/session/landing';
import { problemOf } from '@web/session/problem';
import type { Problem } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Progress } from '@web/ui/feedback/progress';
import { useBrowser } from '@web/ui/use-browser';
import { maskedAddress } from '@web/lib/masked-address';
import { keepingNext, nextOf } from '@web/lib/next-path';
import { ResendVerification } from './resend-verification';
import styles from './sign-in.module.css';

export function VerifyEmailScreen() {
  const { token } = useRouter().query;
  return typeof token === 'string' && token !== '' ? <Confirming token={token} /> : <Waiting />;
}

/** The way on: home for who is signed in, the sign-in screen for everybody else. */
function useWayOn(): string {
  const { query } = useRouter();
  const viewer = useCurrentUser();
  return viewer === null ? keepingNext('/auth/login', query) : landingOf(viewer, nextOf(query));
}

function Confirming({ token }: { token: string }) {
  const ask = useIntents();
  const isSignedIn = useCurrentUser() !== null;
  const wayOn = useWayOn();
  const [outcome, setOutcome] = useState<'asking' | 'verified' | Problem>('asking');
  const asked = useRef('');

  useEffect(() => {
    // The link is good once, however often the effect runs.
    if (asked.current === token) return;
    asked.current = token;
    services.auth['POST /auth/email-verification/confirm']({ body: { token } }).then(
      () => {
        setOutcome('verified');
        if (isSignedIn) ask(refreshAsked());
      },
      (error: unknown) => setOutcome(problemOf(error, messages.anyFailure)),
    );
  }, [ask, isSignedIn, token]);

  if (outcome === 'asking') {
    return (
      <div className={styles.stack}>
        <PageHead title="Confirming your address…" noindex />
        <Progress label="Confirming your address" percent={null} />
      </div>
    );
  }
  if (outcome === 'verified') {
    return (
      <div className={styles.stack}>
        <PageHead title="E-mail address confirmed" noindex lead="Thank you. Your address is confirmed." />
        <Button kind="primary" size="large" href={wayOn}>
          Continue
        </Button>
      </div>
    );
  }
  return <Refusal problem={outcome} />;
}

/** Used, expired, or overtaken by somebody else's account. */
function Refusal({ problem }: { problem: Problem }) {
  const viewer = useCurrentUser();
  const wayOn = useWayOn();
  const isDone = problem.code === 'link_invalid' && viewer !== null && viewer.isEmailVerified && viewer.pendingEmail === null;
  return (
    <div className={styles.stack}>
      <PageHead title={isDone ? 'Already confirmed' : 'Address not confirmed'} noindex />
      {isDone ? (
        <Notice tone="ok">Your address was confirmed before. There is nothing left to do.</Notice>
      ) : (
        <Notice tone="danger">{problem.message}</Notice>
      )}
      {problem.code === 'link_invalid' && !isDone ? (
        <ResendVerification email={viewer?.pendingEmail ?? viewer?.email ?? null} isFresh={false} />
      ) : null}
      <Button href={wayOn}>Continue</Button>
    </div>
  );
}

/** The address that a registration has just written to. */
function leftAddress(): string | null {
  const draft = readDraft(guestDrafts, awaitedAddress);
  return typeof draft === 'string' ? draft : null;
}

function Waiting() {
  const { query } = useRouter();
  const viewer = useCurrentUser();
  // Nobody can change an account that nobody is signed in to: a mistyped address means to register again.
  const changePath = viewer === null ? keepingNext('/auth/register', query) : addressPath(viewer);
  const wayOn = useWayOn();
  const left = useBrowser(leftAddress, null);
  const email = viewer?.pendingEmail ?? viewer?.email ?? left;
  return (
    <div className={styles.stack}>
      <PageHead title="Look in your mail" noindex />
      <p>
        {email === null ? (
          'We have sent you a message with a link.'
        ) : (
          <>
            We have sent a message with a link to <span className={styles.strong}>{maskedAddress(email)}</span>.
          </>
        )}{' '}
        Open the link to confirm that the address is yours. It works for a day.
      </p>
      <ResendVerification key={email ?? ''} email={email} isFresh={left !== null} />
      <div className={styles.actions}>
        <Button kind="primary" href={wayOn}>
          Continue
        </Button>
        <Button href={changePath}>Change address</Button>
      </div>
    </div>
  );
}

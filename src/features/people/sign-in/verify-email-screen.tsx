/** /auth/verify-email: the result of the emailed link, or waiting for that email. */
import * as messages from '@contract/kernel/messages';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { pendingEmailDraft, guestDrafts, readDraft } from '@web/device/drafts';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { useSend } from '@web/forms/use-send';
import { changeEmailPath, landingOf } from '@web/session/landing';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Form } from '@web/ui/forms/form';
import { useBrowser } from '@web/ui/core/use-browser';
import { maskedEmail } from '@web/lib/masked-email';
import { withNext, nextOf } from '@web/lib/next-path';
import { ResendVerification } from './resend-verification';
import styles from './sign-in.module.css';

export function VerifyEmailScreen() {
  const { token } = useRouter().query;
  return typeof token === 'string' && token !== '' ? <Confirming token={token} /> : <AwaitingEmail />;
}

/** Where to continue: home for signed-in users, the login screen for others. */
function useContinueHref(): string {
  const { query } = useRouter();
  const viewer = useCurrentUser();
  return viewer === null ? withNext('/auth/login', query) : landingOf(viewer, nextOf(query));
}

/** Requires a press: mail programs and scanners open links by themselves, which must not confirm an address. */
function Confirming({ token }: { token: string }) {
  const dispatch = useAppDispatch();
  const isSignedIn = useCurrentUser() !== null;
  const continueHref = useContinueHref();
  const [outcome, setOutcome] = useState<'verified' | SerializedError | null>(null);
  const form = useForm();
  const { busy, error, submit } = useSend(form, async () => {
    try {
      await services.auth['POST /auth/email-verification/confirm']({ body: { token } });
      setOutcome('verified');
      if (isSignedIn) dispatch(refreshRequested());
    } catch (failure) {
      const serialized = serializeError(failure, messages.anyFailure);
      if (serialized.code !== 'link_invalid' && serialized.code !== 'email_taken') throw failure;
      setOutcome(serialized);
    }
  });

  if (outcome === null) {
    return (
      <div className={styles.stack}>
        <PageHead title="Confirm your email address" noindex lead="Confirm that this address is yours." />
        <Form className={styles.form} onSubmit={submit}>
          {error ? <Notice tone="danger">{error.message}</Notice> : null}
          <Button type="submit" kind="primary" size="large" wide busy={busy}>
            Confirm address
          </Button>
        </Form>
      </div>
    );
  }
  if (outcome === 'verified') {
    return (
      <div className={styles.stack}>
        <PageHead title="Email address confirmed" noindex lead="Thank you. Your address is confirmed." />
        <Button kind="primary" size="large" href={continueHref}>
          Continue
        </Button>
      </div>
    );
  }
  return <LinkError error={outcome} />;
}

/** The link was used, has expired, or the address now belongs to another account. */
function LinkError({ error }: { error: SerializedError }) {
  const viewer = useCurrentUser();
  const continueHref = useContinueHref();
  const isDone = error.code === 'link_invalid' && viewer !== null && viewer.isEmailVerified && viewer.pendingEmail === null;
  return (
    <div className={styles.stack}>
      <PageHead title={isDone ? 'Already confirmed' : 'Address not confirmed'} noindex />
      {isDone ? (
        <Notice tone="ok">Your address is already confirmed. There’s nothing left to do.</Notice>
      ) : (
        <Notice tone="danger">{error.message}</Notice>
      )}
      {error.code === 'link_invalid' && !isDone ? (
        <ResendVerification email={viewer?.pendingEmail ?? viewer?.email ?? null} isFresh={false} />
      ) : null}
      <Button href={continueHref}>Continue</Button>
    </div>
  );
}

/** The email address of a registration in this tab. */
function registeredEmail(): string | null {
  const draft = readDraft(guestDrafts, pendingEmailDraft);
  return typeof draft === 'string' ? draft : null;
}

function AwaitingEmail() {
  const { query } = useRouter();
  const viewer = useCurrentUser();
  // An account can be changed only when signed in: after a mistyped address the user registers again.
  const changePath = viewer === null ? withNext('/auth/register', query) : changeEmailPath(viewer);
  const continueHref = useContinueHref();
  const registered = useBrowser(registeredEmail, null);
  const email = viewer?.pendingEmail ?? viewer?.email ?? registered;
  return (
    <div className={styles.stack}>
      <PageHead title="Check your email" noindex />
      <p>
        {email === null ? (
          'We’ve sent you an email with a link.'
        ) : (
          <>
            We’ve sent an email with a link to <span className={styles.strong}>{maskedEmail(email)}</span>.
          </>
        )}{' '}
        Open the link to confirm your address. It works for 1 day.
      </p>
      <ResendVerification key={email ?? ''} email={email} isFresh={registered !== null} />
      <div className={styles.actions}>
        <Button kind="primary" href={continueHref}>
          Continue
        </Button>
        <Button href={changePath}>Change address</Button>
      </div>
    </div>
  );
}

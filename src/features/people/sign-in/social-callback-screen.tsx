/** /auth/callback/[provider]: the return from a social sign-in provider. Reads the stored attempt once, and signs in. */
import * as messages from '@contract/kernel/messages';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { loginPath } from '@web/lib/paths';
import { useAppDispatch, useLogin } from '@web/session/store/hooks';
import { twoFactorRequired, tokenReceived } from '@web/session/store/intents';
import { serializeError, type SerializedError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Progress } from '@web/ui/feedback/progress';
import { beginSocial, finishSocial, providers, pendingAttempt } from './social';
import type { Provider, SocialAttempt } from './social';
import { SuspendedNotice } from './suspended-notice';
import styles from './sign-in.module.css';

const providerNames = { google: 'Google', twitter: 'Twitter' };
const errorTexts = {
  refused: (site: string) => `${site} denied access, or you canceled. Try again.`,
  mismatch: 'This login wasn’t started in this browser. Try again here.',
};

const isProvider = (name: unknown): name is Provider => providers.some((provider) => provider === name);

export function SocialCallbackScreen() {
  const { provider } = useRouter().query;
  return isProvider(provider) ? (
    <CallbackScreen provider={provider} />
  ) : (
    <SignInFailed failure="This login method isn’t available. Choose another way to log in." />
  );
}

function CallbackScreen({ provider }: { provider: Provider }) {
  const dispatch = useAppDispatch();
  const { error } = useLogin();
  const [failure, setFailure] = useState<SerializedError | string | null>(null);
  const [attempt, setAttempt] = useState<SocialAttempt | null>(null);
  const hasBegun = useRef(false);

  useEffect(() => {
    // The provider's response is valid once, but React may run the effect twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const completeSignIn = async (): Promise<void> => {
      const started = pendingAttempt();
      setAttempt(started);
      try {
        const result = await finishSocial(provider, new URLSearchParams(window.location.search));
        if (result.kind === 'refused') setFailure(errorTexts.refused(providerNames[provider]));
        else if (result.kind === 'mismatch') setFailure(errorTexts.mismatch);
        else if ('token' in result.session)
          dispatch(tokenReceived({ ...result.session, remember: started.remember, next: started.next ?? '' }));
        else dispatch(twoFactorRequired({ ...result.session, remember: started.remember, next: started.next ?? '' }));
      } catch (thrown) {
        setFailure(serializeError(thrown, messages.loginFailed));
      }
    };
    void completeSignIn();
  }, [dispatch, provider]);

  const shownFailure = failure ?? error ?? undefined;
  if (shownFailure !== undefined && attempt !== null) return <SignInFailed failure={shownFailure} retryWith={{ provider, attempt }} />;
  return (
    <div className={styles.stack}>
      <PageHead title="Logging you in…" noindex />
      <Progress label={`Waiting for ${providerNames[provider]}`} percent={null} />
    </div>
  );
}

/** `retryWith`: the sign-in to retry; null if it cannot be retried. */
function SignInFailed({
  failure,
  retryWith = null,
}: {
  failure: SerializedError | string;
  retryWith?: { provider: Provider; attempt: SocialAttempt } | null;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(failure);
  const retry = async ({ provider, attempt }: { provider: Provider; attempt: SocialAttempt }): Promise<void> => {
    setBusy(true);
    try {
      window.location.assign(await beginSocial(provider, attempt));
    } catch (thrown) {
      setError(serializeError(thrown, messages.anyFailure));
      setBusy(false);
    }
  };
  return (
    <div className={styles.stack}>
      <PageHead title="You’re not logged in" noindex />
      {typeof error !== 'string' && error.code === 'account_suspended' ? (
        <SuspendedNotice {...error} />
      ) : (
        <Notice tone="danger">{typeof error === 'string' ? error : error.message}</Notice>
      )}
      <div className={styles.actions}>
        {retryWith === null ? null : (
          <Button kind="primary" busy={busy} onPress={() => void retry(retryWith)}>
            Try again
          </Button>
        )}
        <Button href={loginPath(retryWith?.attempt.next)}>Other ways to log in</Button>
      </div>
    </div>
  );
}

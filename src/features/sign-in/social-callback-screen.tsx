/** /auth/callback/[provider]: the way back from another site. Reads what this browser kept, once, and signs in. */
import { messages } from '@contract/errors';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { useIntents, useLogin } from '@web/session/hooks';
import { tokenArrived } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { Button } from '@web/ui/button';
import { Notice } from '@web/ui/notice';
import { PageHead } from '@web/ui/page-head';
import { Progress } from '@web/ui/progress';
import { beginSocial, finishSocial, providers, roleOfAttempt } from './social';
import type { Provider } from './social';
import styles from './sign-in.module.css';

const names = { google: 'Google', twitter: 'Twitter' };
const words = {
  refused: (site: string) => `${site} did not let you in, or you cancelled there.`,
  mismatch: 'This answer does not belong to a sign-in that was begun in this browser. Nothing was changed.',
};

const isProvider = (name: unknown): name is Provider => providers.some((provider) => provider === name);

export function SocialCallbackScreen() {
  const { provider } = useRouter().query;
  return isProvider(provider) ? <Arrival provider={provider} /> : <Failed trouble="There is no such way to log in." />;
}

function Arrival({ provider }: { provider: Provider }) {
  const ask = useIntents();
  const { error } = useLogin();
  const [trouble, setTrouble] = useState<string | null>(null);
  const hasBegun = useRef(false);

  useEffect(() => {
    // The answer is good once, however often the effect runs.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const arrive = async (): Promise<void> => {
      try {
        const back = await finishSocial(provider, new URLSearchParams(window.location.search));
        if (back.kind === 'refused') setTrouble(words.refused(names[provider]));
        else if (back.kind === 'mismatch') setTrouble(words.mismatch);
        else ask(tokenArrived({ ...back.session, remember: false, next: back.next ?? '' }));
      } catch (refused) {
        setTrouble(problemOf(refused, messages.loginFailed).message);
      }
    };
    void arrive();
  }, [ask, provider]);

  const shown = trouble ?? error?.message;
  if (shown !== undefined) return <Failed trouble={shown} provider={provider} />;
  return (
    <div className={styles.stack}>
      <PageHead title="Signing you in…" noindex />
      <Progress label={`Waiting for ${names[provider]}`} percent={null} />
    </div>
  );
}

function Failed({ trouble, provider }: { trouble: string; provider?: Provider }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(trouble);
  const retry = async (again: Provider): Promise<void> => {
    setBusy(true);
    try {
      window.location.assign(await beginSocial(again, roleOfAttempt(), undefined));
    } catch (refused) {
      setProblem(problemOf(refused, messages.anyFailure).message);
      setBusy(false);
    }
  };
  return (
    <div className={styles.stack}>
      <PageHead title="You are not signed in" noindex />
      <Notice tone="danger">{problem}</Notice>
      <div className={styles.actions}>
        {provider === undefined ? null : (
          <Button kind="primary" busy={busy} onPress={() => void retry(provider)}>
            Try again
          </Button>
        )}
        <Button href="/auth/login">Other ways to log in</Button>
      </div>
    </div>
  );
}

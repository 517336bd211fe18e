/** /auth/callback/[provider]: the way back from another site. Reads what this browser kept, once, and signs in. */
import { messages } from '@contract/kernel/errors';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { loginPath } from '@web/lib/paths';
import { useIntents, useLogin } from '@web/session/store/hooks';
import { stepAsked, tokenArrived } from '@web/session/intents';
import { problemOf, type Problem } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Progress } from '@web/ui/feedback/progress';
import { beginSocial, finishSocial, providers, tripUnderWay } from '../people/sign-in/social';
import type { Provider, Trip } from '../people/sign-in/social';
import { SuspendedNotice } from '../people/sign-in/suspended-notice';
import styles from '../people/sign-in/sign-in.module.css';

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
  const [trouble, setTrouble] = useState<Problem | string | null>(null);
  const [trip, setTrip] = useState<Trip | null>(null);
  const hasBegun = useRef(false);

  useEffect(() => {
    // The answer is good once, however often the effect runs.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const arrive = async (): Promise<void> => {
      const begun = tripUnderWay();
      setTrip(begun);
      try {
        const back = await finishSocial(provider, new URLSearchParams(window.location.search));
        if (back.kind === 'refused') setTrouble(words.refused(names[provider]));
        else if (back.kind === 'mismatch') setTrouble(words.mismatch);
        else if ('token' in back.session) ask(tokenArrived({ ...back.session, remember: begun.remember, next: begun.next ?? '' }));
        else ask(stepAsked({ ...back.session, remember: begun.remember, next: begun.next ?? '' }));
      } catch (refused) {
        setTrouble(problemOf(refused, messages.loginFailed));
      }
    };
    void arrive();
  }, [ask, provider]);

  const shown = trouble ?? error ?? undefined;
  if (shown !== undefined && trip !== null) return <Failed trouble={shown} way={{ provider, trip }} />;
  return (
    <div className={styles.stack}>
      <PageHead title="Signing you in…" noindex />
      <Progress label={`Waiting for ${names[provider]}`} percent={null} />
    </div>
  );
}

/** `way`: what can be tried again. */
function Failed({ trouble, way = null }: { trouble: Problem | string; way?: { provider: Provider; trip: Trip } | null }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(trouble);
  const retry = async ({ provider, trip }: { provider: Provider; trip: Trip }): Promise<void> => {
    setBusy(true);
    try {
      window.location.assign(await beginSocial(provider, trip));
    } catch (refused) {
      setProblem(problemOf(refused, messages.anyFailure));
      setBusy(false);
    }
  };
  return (
    <div className={styles.stack}>
      <PageHead title="You are not signed in" noindex />
      {typeof problem !== 'string' && problem.code === 'account_suspended' ? (
        <SuspendedNotice {...problem} />
      ) : (
        <Notice tone="danger">{typeof problem === 'string' ? problem : problem.message}</Notice>
      )}
      <div className={styles.actions}>
        {way === null ? null : (
          <Button kind="primary" busy={busy} onPress={() => void retry(way)}>
            Try again
          </Button>
        )}
        <Button href={loginPath(way?.trip.next)}>Other ways to log in</Button>
      </div>
    </div>
  );
}

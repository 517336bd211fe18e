/** The notices that only some of those who are signed in see; `notice-stack.tsx` says who. Guests do without their code. */
import type { Stamped } from '@contract/kernel/events';
import { useRouter } from 'next/router';
import { useCallback, useState } from 'react';
import { fullDate } from '@web/lib/i18n/dates';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { useKeptLine } from '@web/session/kept-line';
import type { KeptLine } from '@web/session/kept-line';
import { useSocketEvent } from '@web/realtime/socket-events';
import { settingsUpdated } from '@web/session/settings.slice';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useOnline } from '@web/device/use-online';
import { stopWork } from '@web/session/working';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import styles from './notice-stack.module.css';

/** How papers stand that somebody should know of. */
export type PapersState = 'pending' | 'rejected';

/** Operators see the site while it is closed to others, and must not forget that it is. */
export function MaintenanceBar() {
  const ask = useIntents();
  const [isBusy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    try {
      await services.admin['PUT /admin/settings/:key']({ params: { key: 'maintenanceMode' }, body: { value: false } });
      ask(settingsUpdated(await services.site['GET /settings/public']()));
    } catch (error) {
      showToast({ tone: 'danger', text: errorMessage(error) });
    }
    setBusy(false);
  };
  return (
    <div className={styles.maintenance}>
      <strong>Maintenance is on</strong>
      <Button size="small" busy={isBusy} onPress={() => void switchOff()}>
        Switch off
      </Button>
    </div>
  );
}

/**
 * What concerns somebody at this moment wherever she looks: that the host cannot be heard; of a performer, that she is live, or that
 * somebody else works for her.
 */
export function OwnBar({ viewer }: { viewer: CurrentUser }) {
  return (
    <>
      {viewer.isPerformer && viewer.helper === null ? <OwnShow accountId={viewer._id} wasLive={viewer.isLive} /> : null}
      {viewer.isPerformer && viewer.helper !== null ? <WorkBar performerId={viewer._id} name={viewer.name} /> : null}
      <LineBar />
    </>
  );
}

/** What is to be said of the connection; null while nothing is wrong. */
function lineWords(isOnline: boolean, { isCutOff, heardAt }: KeptLine): string | null {
  if (isOnline && !isCutOff) return null;
  const what = isOnline ? 'The site cannot be reached.' : 'You are offline.';
  return heardAt === null
    ? `${what} What you write is kept.`
    : `${what} What you see was kept on ${fullDate(heardAt)}. What you write is kept.`;
}

/** Once it has been shown it keeps its room until she moves on: nothing jumps when the connection is back. */
function LineBar() {
  const { asPath } = useRouter();
  const words = lineWords(useOnline(), useKeptLine());
  const [shown, show] = useState<{ at: string; words: string } | null>(null);
  if (words !== null && (shown?.words !== words || shown.at !== asPath)) show({ at: asPath, words });
  if (words === null && (shown === null || shown.at !== asPath)) return null;
  return (
    <aside aria-label="Connection">
      <Notice tone={words === null ? 'ok' : 'warn'} band>
        <span className={styles.line} data-room={shown?.words}>
          <span>{words ?? 'You are connected again.'}</span>
        </span>
      </Notice>
    </aside>
  );
}

/** Stays on screen: what is done below it is done for somebody else. */
function WorkBar({ performerId, name }: { performerId: string; name: string }) {
  const [isBusy, setBusy] = useState(false);
  const stop = () => {
    setBusy(true);
    void stopWork(performerId);
  };
  return (
    <aside className={styles.work} aria-label="Your work">
      <strong>You work for {name}</strong>
      <Button size="small" busy={isBusy} onPress={stop}>
        Stop
      </Button>
    </aside>
  );
}

const studioPath = '/creator/live';

/** A show goes on wherever its performer looks around meanwhile; in the studio itself she sees it. */
function OwnShow({ accountId, wasLive }: { accountId: string; wasLive: boolean }) {
  const { asPath } = useRouter();
  const [isLive, setLive] = useState(wasLive);
  const started = useCallback(({ performerId }: Stamped<'stream/started'>) => performerId === accountId && setLive(true), [accountId]);
  useSocketEvent('stream/started', started);
  const ended = useCallback(({ performerId }: Stamped<'stream/ended'>) => performerId === accountId && setLive(false), [accountId]);
  useSocketEvent('stream/ended', ended);
  if (!isLive || asPath.split(/[?#]/, 1)[0] === studioPath) return null;
  return (
    <aside className={styles.live} aria-label="Your show">
      <strong>You are live</strong>
      <Button size="small" href={studioPath}>
        Open studio
      </Button>
    </aside>
  );
}

export function VerifyEmail({ email }: { email: string }) {
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const send = async () => {
    setState('busy');
    try {
      await services.auth['POST /auth/email-verification']({ body: {} });
      setState('sent');
    } catch (error) {
      setState('open');
      showToast({ tone: 'danger', text: errorMessage(error) });
    }
  };
  const again = (
    <Button size="small" busy={state === 'busy'} onPress={() => void send()}>
      Send again
    </Button>
  );
  return (
    <Notice tone="hint" band action={state === 'sent' ? null : again}>
      {state === 'sent' ? `We sent a new link to ${email}.` : `Please confirm your e-mail address: we sent a link to ${email}.`}
    </Notice>
  );
}

export function Papers({ state }: { state: PapersState }) {
  const action = (
    <Button size="small" href="/creator/account?section=documents">
      See documents
    </Button>
  );
  return state === 'rejected' ? (
    <Notice tone="warn" band action={action}>
      Your documents were not accepted. See what is missing and send them again.
    </Notice>
  ) : (
    <Notice tone="hint" band action={action}>
      Your documents are in review. People find your page once they are approved.
    </Notice>
  );
}

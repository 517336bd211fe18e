/** Notices for signed-in people; `notice-stack.tsx` decides who sees which. Guests do not load this code. */
import type { Stamped } from '@contract/kernel/events';
import { useRouter } from 'next/router';
import { useCallback, useState } from 'react';
import { fullDate } from '@web/lib/i18n/dates';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { useReachability } from '@web/device/connection-state';
import type { Reachability } from '@web/device/connection-state';
import { useSocketEvent } from '@web/realtime/socket-events';
import { settingsUpdated } from '@web/session/store/settings.slice';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useOnline } from '@web/device/use-online';
import { endDelegation } from '@web/session/delegation';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import styles from './notice-stack.module.css';

/** States of the document review that have a notice. */
export type DocumentsNoticeState = 'pending' | 'rejected';

/** Reminds operators, who bypass maintenance, that other users cannot use the site. */
export function MaintenanceBar() {
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    try {
      await services.admin['PUT /admin/settings/:key']({ params: { key: 'maintenanceMode' }, body: { value: false } });
      dispatch(settingsUpdated(await services.site['GET /settings/public']()));
    } catch (error) {
      showToast({ tone: 'danger', text: errorMessage(error) });
    }
    setBusy(false);
  };
  return (
    <div className={styles.maintenance}>
      <strong>Maintenance mode is on</strong>
      <Button size="small" busy={isBusy} onPress={() => void switchOff()}>
        Turn off
      </Button>
    </div>
  );
}

/**
 * The current status of the signed-in person, on every page: the connection is lost, their show is live, or they act for a performer.
 */
export function StatusBars({ viewer }: { viewer: CurrentUser }) {
  return (
    <>
      {viewer.isPerformer && viewer.helper === null ? <OwnShowBar accountId={viewer._id} wasLive={viewer.isLive} /> : null}
      {viewer.isPerformer && viewer.helper !== null ? <DelegationBar performerId={viewer._id} name={viewer.name} /> : null}
      <ConnectionBar />
    </>
  );
}

/** The text for a lost connection; null while connected. */
function connectionText(isOnline: boolean, { isUnreachable, lastResponseAt }: Reachability): string | null {
  if (isOnline && !isUnreachable) return null;
  const cause = isOnline ? 'The site can’t be reached.' : 'You’re offline.';
  return lastResponseAt === null
    ? `${cause} Anything you write is kept.`
    : `${cause} You’re viewing content saved on ${fullDate(lastResponseAt)}. Anything you write is kept.`;
}

/** Once shown it stays until the next navigation, so that the layout does not shift when the connection is back. */
function ConnectionBar() {
  const { asPath } = useRouter();
  const text = connectionText(useOnline(), useReachability());
  const [shown, setShown] = useState<{ path: string; text: string } | null>(null);
  if (text !== null && (shown?.text !== text || shown.path !== asPath)) setShown({ path: asPath, text });
  if (text === null && (shown === null || shown.path !== asPath)) return null;
  return (
    <aside aria-label="Connection">
      <Notice tone={text === null ? 'ok' : 'warn'} band>
        <span className={styles.line} data-reserved-text={shown?.text}>
          <span>{text ?? 'You’re back online.'}</span>
        </span>
      </Notice>
    </aside>
  );
}

/** Always visible, since all actions are on behalf of the performer. */
function DelegationBar({ performerId, name }: { performerId: string; name: string }) {
  const [isBusy, setBusy] = useState(false);
  const stop = () => {
    setBusy(true);
    void endDelegation(performerId);
  };
  return (
    <aside className={styles.delegation} aria-label="Profile management">
      <strong>You’re managing {name}</strong>
      <Button size="small" busy={isBusy} onPress={stop}>
        Stop
      </Button>
    </aside>
  );
}

const studioPath = '/creator/live';

/** Links to the studio while the show is live; hidden in the studio. */
function OwnShowBar({ accountId, wasLive }: { accountId: string; wasLive: boolean }) {
  const { asPath } = useRouter();
  const [isLive, setLive] = useState(wasLive);
  const started = useCallback(({ performerId }: Stamped<'stream/started'>) => performerId === accountId && setLive(true), [accountId]);
  useSocketEvent('stream/started', started);
  const ended = useCallback(({ performerId }: Stamped<'stream/ended'>) => performerId === accountId && setLive(false), [accountId]);
  useSocketEvent('stream/ended', ended);
  if (!isLive || asPath.split(/[?#]/, 1)[0] === studioPath) return null;
  return (
    <aside className={styles.live} aria-label="Your stream">
      <strong>You’re live</strong>
      <Button size="small" href={studioPath}>
        Open studio
      </Button>
    </aside>
  );
}

/** Sends the verification email, once. */
function useVerification() {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    setState('busy');
    try {
      await services.auth['POST /auth/email-verification']({ body: {} });
      setState('sent');
    } catch (error) {
      setState('idle');
      showToast({ tone: 'danger', text: errorMessage(error) });
    }
  };
  return { state, send };
}

/** Mail to the address has bounced. The user can change the address, or request a new link and verify the address with it. */
export function UndeliverableEmail({ email, viewer }: { email: string; viewer: CurrentUser }) {
  const { state, send } = useVerification();
  const accountPath = viewer.isPerformer ? '/creator/account' : '/user/account';
  const actions = (
    <>
      <Button size="small" href={accountPath}>
        Change address
      </Button>
      <Button size="small" kind="quiet" busy={state === 'busy'} onPress={() => void send()}>
        Try again
      </Button>
    </>
  );
  return (
    <Notice tone="warn" band action={state === 'sent' ? null : actions}>
      {state === 'sent'
        ? `We sent a new link to ${email}. Open it to confirm your address.`
        : `Email to ${email} couldn’t be delivered. Check your address.`}
    </Notice>
  );
}

export function VerifyEmail({ email }: { email: string }) {
  const { state, send } = useVerification();
  const sendAgain = (
    <Button size="small" busy={state === 'busy'} onPress={() => void send()}>
      Send again
    </Button>
  );
  return (
    <Notice tone="hint" band action={state === 'sent' ? null : sendAgain}>
      {state === 'sent' ? `We sent a new link to ${email}.` : `Confirm your email address. We sent a link to ${email}.`}
    </Notice>
  );
}

export function DocumentsNotice({ state }: { state: DocumentsNoticeState }) {
  const action = (
    <Button size="small" href="/creator/account?section=documents">
      See documents
    </Button>
  );
  return state === 'rejected' ? (
    <Notice tone="warn" band action={action}>
      Your documents weren’t accepted. Check what’s missing and resubmit them.
    </Notice>
  ) : (
    <Notice tone="hint" band action={action}>
      Your documents are in review. Your profile becomes visible once they’re approved.
    </Notice>
  );
}

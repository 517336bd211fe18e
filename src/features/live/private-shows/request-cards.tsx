/** Private show requests from fans, shown to a performer on every screen: each can be accepted or declined for one minute. */
import * as messages from '@contract/kernel/messages';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { formatTokenCount } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSound } from '@web/device/use-sound';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { Notice } from '@web/ui/feedback/notice';
import { PersonLine } from '@web/ui/people/person-line';
import { Countdown } from '@web/ui/display/times';
import { privateShowPath } from './request';
import type { PrivateRequest } from './request';
import { minutesText } from './texts';
import styles from './private-shows.module.css';

interface RequestCardsProps {
  requests: readonly PrivateRequest[];
  /** Called when the request was accepted or declined, or is no longer pending. */
  onDismiss: (conversationId: string) => void;
}

export function RequestCards({ requests, onDismiss }: RequestCardsProps) {
  const { isOn, setOn, play } = useSound('private-requests');
  const announced = useRef(new Set<string>());
  useEffect(() => {
    const unannounced = requests.filter(({ _id }) => !announced.current.has(_id));
    for (const { _id } of unannounced) announced.current.add(_id);
    if (unannounced.length > 0) play();
  }, [requests, play]);
  if (requests.length === 0) return null;
  return (
    <section className={styles.cards} aria-label="Private show requests">
      {requests.map((request) => (
        <RequestCard key={request._id} request={request} onDismiss={() => onDismiss(request.conversationId)} />
      ))}
      <div className={styles.card}>
        <SwitchField label="Sound for requests" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      </div>
    </section>
  );
}

const decisions = {
  accept: services.streaming['POST /streaming/private-requests/:id/accept'],
  decline: services.streaming['POST /streaming/private-requests/:id/decline'],
};
/** Error codes that mean that the request is no longer pending. */
const notPendingCodes = ['private_request_decided', 'private_request_not_found'];

interface RequestCardProps {
  request: PrivateRequest;
  onDismiss: () => void;
}

export function RequestCard({ request, onDismiss }: RequestCardProps) {
  const { _id, user, note, pricePerMinute, minimumMinutes, expiresAt } = request;
  const { push } = useRouter();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [errorText, setErrorText] = useState('');
  const decide = async (decision: 'accept' | 'decline') => {
    if (busy !== null) return;
    setBusy(decision);
    setErrorText('');
    try {
      const updated = await decisions[decision]({ params: { id: _id } });
      onDismiss();
      if (decision === 'accept') await push(privateShowPath(updated));
    } catch (thrown) {
      const { code, message } = serializeError(thrown, messages.anyFailure);
      if (code !== null && notPendingCodes.includes(code)) {
        onDismiss();
        showToast({ text: message });
      } else setErrorText(message);
    }
    setBusy(null);
  };
  return (
    <article className={styles.card} aria-label={`${user.name} requested a private show`}>
      <p className="visually-hidden" role="alert">
        {user.name} requested a private show.
      </p>
      <PersonLine person={user} note="Private show" action={<Countdown until={expiresAt} label="Time to answer" onEnd={onDismiss} />} />
      <p>{`${formatTokenCount(pricePerMinute)} a minute, at least ${minutesText(minimumMinutes)}`}</p>
      {note === '' ? null : <p className={styles.note}>{note}</p>}
      {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
      <div className={styles.answers}>
        <Button kind="primary" busy={busy === 'accept'} onPress={() => void decide('accept')}>
          Accept
        </Button>
        <Button busy={busy === 'decline'} onPress={() => void decide('decline')}>
          Decline
        </Button>
      </div>
    </article>
  );
}

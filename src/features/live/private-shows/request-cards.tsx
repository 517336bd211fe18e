/** Fans who ask a performer for a private show, over whatever she looks at: each with a minute to answer. */
import { messages } from '@contract/kernel/errors';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { spokenTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSound } from '@web/device/use-sound';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { Notice } from '@web/ui/feedback/notice';
import { PersonLine } from '@web/ui/people/person-line';
import { Countdown } from '@web/ui/display/times';
import { meetingPath } from '../../private-shows/request';
import type { PrivateRequest } from '../../private-shows/request';
import { minutesText } from './texts';
import styles from './private-shows.module.css';

interface RequestCardsProps {
  requests: readonly PrivateRequest[];
  /** One was answered, or its minute is over. */
  onGone: (conversationId: string) => void;
}

export function RequestCards({ requests, onGone }: RequestCardsProps) {
  const { isOn, turn, play } = useSound('private-requests');
  const heard = useRef(new Set<string>());
  useEffect(() => {
    const news = requests.filter(({ _id }) => !heard.current.has(_id));
    for (const { _id } of news) heard.current.add(_id);
    if (news.length > 0) play();
  }, [requests, play]);
  if (requests.length === 0) return null;
  return (
    <section className={styles.cards} aria-label="Private requests">
      {requests.map((request) => (
        <RequestCard key={request._id} request={request} onGone={() => onGone(request.conversationId)} />
      ))}
      <div className={styles.card}>
        <SwitchField label="Sound for requests" checked={isOn} onChange={(event) => turn(event.target.checked)} />
      </div>
    </section>
  );
}

const deciding = {
  accept: services.streaming['POST /streaming/private-requests/:id/accept'],
  decline: services.streaming['POST /streaming/private-requests/:id/decline'],
};
const movedOn = ['private_request_decided', 'private_request_not_found'];

interface RequestCardProps {
  request: PrivateRequest;
  onGone: () => void;
}

export function RequestCard({ request, onGone }: RequestCardProps) {
  const { _id, user, note, pricePerMinute, minimumMinutes, expiresAt } = request;
  const { push } = useRouter();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [refused, setRefused] = useState('');
  const answer = async (how: 'accept' | 'decline') => {
    if (busy !== null) return;
    setBusy(how);
    setRefused('');
    try {
      const decided = await deciding[how]({ params: { id: _id } });
      onGone();
      if (how === 'accept') await push(meetingPath(decided));
    } catch (thrown) {
      const { code, message } = problemOf(thrown, messages.anyFailure);
      if (code !== null && movedOn.includes(code)) {
        onGone();
        showToast({ text: message });
      } else setRefused(message);
    }
    setBusy(null);
  };
  return (
    <article className={styles.card} aria-label={`${user.name} asks for a private show`}>
      <p className="visually-hidden" role="alert">
        {user.name} asks for a private show.
      </p>
      <PersonLine person={user} note="Private show" action={<Countdown until={expiresAt} label="Time to answer" onEnd={onGone} />} />
      <p>{`${spokenTokens(pricePerMinute)} a minute, at least ${minutesText(minimumMinutes)}`}</p>
      {note === '' ? null : <p className={styles.note}>{note}</p>}
      {refused === '' ? null : <Notice tone="danger">{refused}</Notice>}
      <div className={styles.answers}>
        <Button kind="primary" busy={busy === 'accept'} onPress={() => void answer('accept')}>
          Accept
        </Button>
        <Button busy={busy === 'decline'} onPress={() => void answer('decline')}>
          Decline
        </Button>
      </div>
    </article>
  );
}

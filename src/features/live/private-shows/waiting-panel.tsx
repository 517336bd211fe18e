/** A fan's minute of waiting for an answer, with the way back. */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import { spokenTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PersonLine } from '@web/ui/people/person-line';
import { Countdown } from '@web/ui/display/times';
import type { PrivateRequest } from '../../private-shows/request';
import styles from './private-shows.module.css';

interface WaitingPanelProps {
  request: PrivateRequest;
  /** It was taken back. */
  onCancelled: (request: PrivateRequest) => void;
  /** The minute is over, or something moved on meanwhile. */
  onOver: () => void;
}

export function WaitingPanel({ request, onCancelled, onOver }: WaitingPanelProps) {
  const { _id, performer, pricePerMinute, expiresAt } = request;
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const cancel = async () => {
    setBusy(true);
    try {
      onCancelled(await services.streaming['POST /streaming/private-requests/:id/cancel']({ params: { id: _id } }));
    } catch (thrown) {
      setRefused(problemOf(thrown, messages.anyFailure).message);
      setBusy(false);
      onOver();
    }
  };
  return (
    <div className={styles.panel}>
      <PersonLine person={performer} note={`${spokenTokens(pricePerMinute)} a minute`} />
      <p role="status">{performer.name} was asked and has a minute to answer.</p>
      <p className={styles.count}>
        <Countdown until={expiresAt} label="Time to answer" onEnd={onOver} />
      </p>
      {refused === '' ? null : <Notice tone="danger">{refused}</Notice>}
      <div>
        <Button busy={isBusy} onPress={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

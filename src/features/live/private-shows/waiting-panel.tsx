/** Shows a fan their pending request: the time left for the performer to accept, and a button that cancels it. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { formatTokenCount } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PersonLine } from '@web/ui/people/person-line';
import { Countdown } from '@web/ui/display/times';
import type { PrivateRequest } from './request';
import styles from './private-shows.module.css';

interface WaitingPanelProps {
  request: PrivateRequest;
  /** Called when the fan has canceled the request. */
  onCanceled: (request: PrivateRequest) => void;
  /** Called when the minute is over or canceling fails: the request may have changed. */
  onOutdated: () => void;
}

export function WaitingPanel({ request, onCanceled, onOutdated }: WaitingPanelProps) {
  const { _id, performer, pricePerMinute, expiresAt } = request;
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState('');
  const cancel = async () => {
    setBusy(true);
    try {
      onCanceled(await services.streaming['POST /streaming/private-requests/:id/cancel']({ params: { id: _id } }));
    } catch (thrown) {
      setErrorText(serializeError(thrown, messages.anyFailure).message);
      setBusy(false);
      onOutdated();
    }
  };
  return (
    <div className={styles.panel}>
      <PersonLine person={performer} note={`${formatTokenCount(pricePerMinute)} a minute`} />
      <p role="status">Request sent. {performer.name} has one minute to answer.</p>
      <p className={styles.count}>
        <Countdown until={expiresAt} label="Time to answer" onEnd={onOutdated} />
      </p>
      {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
      <div>
        <Button busy={isBusy} onPress={() => void cancel()}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

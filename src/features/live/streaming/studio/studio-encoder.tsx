/**
 * Address and stream key for encoders such as OBS, which stream in place of this window. Collapsed by default, because the key is a
 * secret.
 */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { Notice } from '@web/ui/feedback/notice';
import { FullTime } from '@web/ui/display/times';
import styles from '../show-settings/studio.module.css';

type Credentials = ResponseOf<'POST /streaming/agora/token'>;

export function StudioEncoder({ streamId, isOpen }: { streamId: string; isOpen: boolean }) {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [errorText, setErrorText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const loadCredentials = async () => {
    setBusy(true);
    setErrorText('');
    try {
      setCredentials(await services.streaming['POST /streaming/agora/token']({ body: { streamId, role: 'publisher' } }));
    } catch (thrown) {
      setErrorText(serializeError(thrown, messages.anyFailure).message);
    }
    setBusy(false);
  };
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>External encoder (OBS)</summary>
      <div className={styles.form}>
        <p className={styles.quiet}>
          In your encoder, choose WHIP as the service and enter this address and key. Keep the key secret: anyone who has it can stream as
          you.
        </p>
        {credentials === null ? (
          <Button busy={isBusy} onPress={() => void loadCredentials()}>
            Show address and key
          </Button>
        ) : (
          <EncoderCredentials credentials={credentials} onNewKey={() => void loadCredentials()} />
        )}
        {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
      </div>
    </details>
  );
}

function EncoderCredentials({ credentials: { whipUrl, token, expiresAt }, onNewKey }: { credentials: Credentials; onNewKey: () => void }) {
  if (whipUrl === null) return <Notice tone="warn">External encoders aren’t supported here. Stream from your browser.</Notice>;
  return (
    <>
      <dl className={styles.keys}>
        <dt>Address</dt>
        <dd>{whipUrl}</dd>
        <dt>Stream key</dt>
        <dd>{token}</dd>
      </dl>
      <div className={styles.row}>
        <CopyLink href={whipUrl} label="Copy address" />
        <CopyLink href={token} label="Copy key" />
        <Button onPress={onNewKey}>New key</Button>
      </div>
      <p className={styles.quiet}>
        Start streaming before <FullTime at={expiresAt} />. A running stream continues after that.
      </p>
    </>
  );
}

/** Address and key for programs such as OBS, which send in place of this window. Behind a fold: a key is a secret. */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { Notice } from '@web/ui/feedback/notice';
import { WholeTime } from '@web/ui/display/times';
import styles from '../show-settings/studio.module.css';

type Credentials = AnswerOf<'POST /streaming/agora/token'>;

export function StudioEncoder({ streamId, isOpen }: { streamId: string; isOpen: boolean }) {
  const [known, setKnown] = useState<Credentials | null>(null);
  const [refused, setRefused] = useState('');
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    setRefused('');
    try {
      setKnown(await services.streaming['POST /streaming/agora/token']({ body: { streamId, role: 'publisher' } }));
    } catch (thrown) {
      setRefused(problemOf(thrown, messages.anyFailure).message);
    }
    setBusy(false);
  };
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>Outside encoder (OBS)</summary>
      <div className={styles.form}>
        <p className={styles.quiet}>
          Choose WHIP as the service in your encoder, and enter these two. Show the key to nobody: whoever has it sends as you.
        </p>
        {known === null ? (
          <Button busy={isBusy} onPress={() => void show()}>
            Show address and key
          </Button>
        ) : (
          <Keys credentials={known} onFresh={() => void show()} />
        )}
        {refused === '' ? null : <Notice tone="danger">{refused}</Notice>}
      </div>
    </details>
  );
}

function Keys({ credentials: { whipUrl, token, expiresAt }, onFresh }: { credentials: Credentials; onFresh: () => void }) {
  if (whipUrl === null) return <Notice tone="warn">The live engine of this site takes pictures from browsers only.</Notice>;
  return (
    <>
      <dl className={styles.keys}>
        <dt>Address</dt>
        <dd>{whipUrl}</dd>
        <dt>Key</dt>
        <dd>{token}</dd>
      </dl>
      <div className={styles.row}>
        <CopyLink href={whipUrl} label="Copy address" />
        <CopyLink href={token} label="Copy key" />
        <Button onPress={onFresh}>New key</Button>
      </div>
      <p className={styles.quiet}>
        Begin to send before <WholeTime at={expiresAt} />. What is sent then goes on after that.
      </p>
    </>
  );
}

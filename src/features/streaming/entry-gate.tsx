/** Before a show that one may not watch yet: what it is, what it takes, and the way in. */
import { useEffect } from 'react';
import type { UnlockWay } from '@contract/values';
import { formatTokens } from '@web/lib/i18n/money';
import { showPath } from '@web/lib/paths';
import { unlockClosed } from '@web/session/store/dialogs.slice';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { useSubscribeDialog } from '@web/social/use-subscribe-dialog';
import { useUnlockKey } from '@web/social/use-unlock-key';
import { Button } from '@web/ui/actions/button';
import { LockIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { Stream } from './show';
import { entryWords } from './words';
import styles from '../live/streaming/watch/watch.module.css';

const entryOf = (stream: Stream): UnlockTarget => ({
  type: 'stream',
  id: stream._id,
  title: stream.title,
  price: stream.price ?? 0,
  performer: stream.performer,
  inside: '',
  path: showPath(stream.performer),
  isInSubscription: stream.unlock.includes('subscribe'),
});

interface EntryGateProps {
  stream: Stream;
  /** She was in, and may not be any more. */
  isPutOut: boolean;
}

export function EntryGate({ stream, isPutOut }: EntryGateProps) {
  const { performer, unlock, isFree } = stream;
  const tell = useIntents();
  const isPayer = useCurrentUser()?.isPerformer === false;
  const ways: readonly UnlockWay[] = isPayer ? unlock : [];
  const buy = useUnlockKey(entryOf(stream), ways.includes('buy'));
  const subscribe = useSubscribeDialog(performer._id);
  // Paid for, it opens: the dialog does not outlive the gate.
  useEffect(() => () => void tell(unlockClosed()), [tell]);
  return (
    <section className={styles.gate} aria-label="Entry">
      {isPutOut ? <Notice tone="warn">You can no longer watch this show.</Notice> : null}
      <LockIcon className={styles.gateIcon} />
      <p className={styles.gateWords}>
        {isFree ? `This show is for subscribers of ${performer.name}.` : `Entry to this show: ${entryWords(stream)}.`}
      </p>
      <div className={styles.ways}>
        {ways.includes('buy') && stream.price !== null ? (
          <Button kind="primary" onPress={buy}>
            Enter for {formatTokens(stream.price)}
          </Button>
        ) : null}
        {ways.includes('subscribe') ? (
          <Button kind={ways.includes('buy') ? 'plain' : 'primary'} onPress={() => void subscribe()}>
            Subscribe
          </Button>
        ) : null}
      </div>
      {isFree || stream.startedAt !== null ? null : (
        <p className={styles.facts}>The show has not begun yet. Entries are sold once the picture is there.</p>
      )}
      {isPayer ? null : <p className={styles.facts}>Shows are made for fans. With a performer’s account you cannot pay to enter.</p>}
    </section>
  );
}

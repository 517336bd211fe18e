/** Shown to a viewer without access: the access terms, and how to get access. */
import { useEffect, useState } from 'react';
import type { UnlockMethod } from '@contract/kernel/values/content';
import { formatTokens } from '@web/lib/i18n/money';
import { showPath } from '@web/lib/paths';
import { unlockDialogClosed } from '@web/session/store/dialogs.slice';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { useFollow } from '@web/social/use-follow';
import { useSubscribeDialog } from '@web/social/use-subscribe-dialog';
import { useUnlockDialogUrl } from '@web/social/use-unlock-dialog-url';
import { Button } from '@web/ui/actions/button';
import { LockIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { Stream } from '../store/show';
import { accessText } from '../texts';
import styles from './watch.module.css';

const unlockTargetOf = (stream: Stream): UnlockTarget => ({
  type: 'stream',
  id: stream._id,
  title: stream.title,
  price: stream.price ?? 0,
  performer: stream.performer,
  contents: '',
  path: showPath(stream.performer),
  isInSubscription: stream.unlock.includes('subscribe'),
});

interface EntryGateProps {
  stream: Stream;
  /** Whether the viewer was watching and has lost access. */
  hasLostAccess: boolean;
}

export function EntryGate({ stream, hasLostAccess }: EntryGateProps) {
  const { performer, unlock, isFree, price } = stream;
  const dispatch = useAppDispatch();
  const isPayer = useCurrentUser()?.isPerformer === false;
  // Any signed-in user may follow; only fans can pay.
  const methods: readonly UnlockMethod[] = unlock.filter((method) => isPayer || method === 'follow');
  const buy = useUnlockDialogUrl(unlockTargetOf(stream), methods.includes('buy'));
  const subscribe = useSubscribeDialog(performer._id);
  // The payment opens the show: the dialog must close with the gate.
  useEffect(() => () => void dispatch(unlockDialogClosed()), [dispatch]);
  return (
    <section className={styles.gate} aria-label="Access">
      {hasLostAccess ? <Notice tone="warn">You no longer have access to this stream.</Notice> : null}
      <LockIcon className={styles.gateIcon} />
      <p className={styles.gateWords}>{accessText(stream)}</p>
      <div className={styles.ways}>
        {methods.includes('follow') ? <FollowToWatch performer={performer} /> : null}
        {methods.includes('buy') && price !== null ? (
          <Button kind="primary" onPress={buy}>
            Watch for {formatTokens(price)} tokens
          </Button>
        ) : null}
        {methods.includes('subscribe') ? (
          <Button kind={methods.includes('buy') ? 'plain' : 'primary'} onPress={() => void subscribe()}>
            Subscribe
          </Button>
        ) : null}
      </div>
      {stream.isSoldOut ? <Notice>Sold out. There are no places left for this stream.</Notice> : null}
      {isFree || stream.startedAt !== null ? null : (
        <p className={styles.details}>The stream hasn’t started yet. You can buy access once it’s live.</p>
      )}
      {isPayer || methods.length > 0 ? null : (
        <p className={styles.details}>Creator accounts can’t buy access. Use a fan account to watch.</p>
      )}
    </section>
  );
}

/** Following gives access immediately: the show is reloaded once the API has responded. */
function FollowToWatch({ performer: { _id: id, isFollowed } }: Pick<Stream, 'performer'>) {
  const { follow } = useFollow(id, isFollowed);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await follow();
    setBusy(false);
  };
  return (
    <Button kind="primary" busy={busy} onPress={() => void press()}>
      Follow to watch
    </Button>
  );
}

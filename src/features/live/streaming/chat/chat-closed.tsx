/** Replaces the composer for users who may not write in a chat: the reason, and the cheapest way to get access. */
import { useState } from 'react';
import { fullDate } from '@web/lib/i18n/dates';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { useFollow } from '@web/social/use-follow';
import { useSubscribeDialog } from '@web/social/use-subscribe-dialog';
import { Button } from '@web/ui/actions/button';
import { rulesRequested } from '../store/intents';
import type { StreamConversation } from '../store/show';
import styles from './chat.module.css';

export function ChatClosed({ conversation }: { conversation: StreamConversation }) {
  const { isMuted, mutedUntil, writeNeeds, performerId } = conversation;
  const [requirement] = writeNeeds;
  if (isMuted) return <MutedNotice until={mutedUntil} />;
  if (requirement === 'follow') return <FollowPrompt performerId={performerId} />;
  if (requirement === 'subscribe') return <SubscribePrompt performerId={performerId} />;
  return (
    <div className={styles.closed}>
      <p>The chat is closed.</p>
    </div>
  );
}

function MutedNotice({ until }: { until: string | null }) {
  return (
    <div className={styles.closed}>
      <p role="status">{until === null ? 'You’re muted in this chat.' : `You’re muted in this chat until ${fullDate(until)}.`}</p>
    </div>
  );
}

function FollowPrompt({ performerId }: { performerId: string }) {
  const dispatch = useAppDispatch();
  const { follow } = useFollow(performerId, false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    if (await follow()) dispatch(rulesRequested());
    setBusy(false);
  };
  return (
    <div className={styles.closed}>
      <p>This chat is for followers. Following is free.</p>
      <Button kind="primary" size="small" busy={busy} onPress={() => void press()}>
        Follow
      </Button>
    </div>
  );
}

function SubscribePrompt({ performerId }: { performerId: string }) {
  const subscribe = useSubscribeDialog(performerId);
  const mayPay = useCurrentUser()?.isPerformer === false;
  return (
    <div className={styles.closed}>
      <p>This chat is for subscribers.</p>
      {mayPay ? (
        <Button kind="primary" size="small" onPress={() => void subscribe()}>
          Subscribe
        </Button>
      ) : null}
    </div>
  );
}

/** In place of the field where one may not write in a chat: why, and the cheapest way in. */
import { useState } from 'react';
import { fullDate } from '@web/lib/i18n/dates';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { useFollow } from '@web/social/use-follow';
import { useSubscribeDialog } from '@web/social/use-subscribe-dialog';
import { Button } from '@web/ui/actions/button';
import { rulesAsked } from '../../../streaming/intents';
import type { StreamConversation } from '../../../streaming/show';
import styles from './chat.module.css';

export function ChatClosed({ conversation }: { conversation: StreamConversation }) {
  const { isMuted, mutedUntil, writeNeeds, performerId } = conversation;
  const [way] = writeNeeds;
  if (isMuted) return <MutedWords until={mutedUntil} />;
  if (way === 'follow') return <FollowWay performerId={performerId} />;
  if (way === 'subscribe') return <SubscribeWay performerId={performerId} />;
  return (
    <div className={styles.closed}>
      <p>The chat is closed.</p>
    </div>
  );
}

function MutedWords({ until }: { until: string | null }) {
  return (
    <div className={styles.closed}>
      <p role="status">{until === null ? 'You cannot write in this chat.' : `You cannot write in this chat until ${fullDate(until)}.`}</p>
    </div>
  );
}

function FollowWay({ performerId }: { performerId: string }) {
  const tell = useIntents();
  const { follow } = useFollow(performerId, false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    if (await follow()) tell(rulesAsked());
    setBusy(false);
  };
  return (
    <div className={styles.closed}>
      <p>This chat is for followers. Following costs nothing.</p>
      <Button kind="primary" size="small" busy={busy} onPress={() => void press()}>
        Follow
      </Button>
    </div>
  );
}

function SubscribeWay({ performerId }: { performerId: string }) {
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

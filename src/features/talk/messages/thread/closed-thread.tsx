/** In place of the composer where one may not write: why, and the cheapest way in. */
import { useState } from 'react';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { showFailure } from '@web/session/show-failure';
import { useFollow } from '@web/social/use-follow';
import { useOnline } from '@web/device/use-online';
import { Button } from '@web/ui/actions/button';
import type { Conversation } from '../store/chat';
import { usePayingWays } from '../use-payment-dialogs';
import { useReread } from '../../../messages/use-reread';
import styles from './thread.module.css';

export function ClosedThread({ conversation }: { conversation: Conversation }) {
  const { isBlocked, isBlockedByMe, writeNeeds, recipient } = conversation;
  const { name } = recipient;
  // Whom she meets, follows and pays is decided by no helper.
  if (useCurrentUser()?.helper) return <Words>{`Nothing can be written to ${name} at the moment. What was said stays here.`}</Words>;
  if (isBlockedByMe) return <Unblock conversation={conversation} />;
  if (isBlocked)
    return <Words>{`${name} takes no messages from you. What was said stays here, and what you have bought stays yours.`}</Words>;
  const [way] = writeNeeds;
  if (way === 'follow') return <Follow conversation={conversation} />;
  if (way === 'subscribe') return <Subscribe conversation={conversation} />;
  return <Words>{`You cannot write to ${name} at the moment. What was said stays here.`}</Words>;
}

function Words({ children, action }: { children: string; action?: React.ReactNode }) {
  return (
    <div className={styles.closed}>
      <p>{children}</p>
      {action}
    </div>
  );
}

interface Part {
  conversation: Conversation;
}

function Unblock({ conversation: { _id: id, recipient } }: Part) {
  const reread = useReread(id);
  const [busy, setBusy] = useState(false);
  const unblock = async () => {
    setBusy(true);
    try {
      await services.blocking['DELETE /block/users/:id']({ params: { id: recipient._id } });
      await reread();
    } catch (thrown) {
      showFailure(thrown);
    }
    setBusy(false);
  };
  return (
    <Words
      action={
        <Button busy={busy} onPress={() => void unblock()}>
          Unblock {recipient.name}
        </Button>
      }
    >
      {`You have blocked ${recipient.name}. Neither of you can write here.`}
    </Words>
  );
}

function Follow({ conversation: { _id: id, recipient } }: Part) {
  const reread = useReread(id);
  const { follow } = useFollow(recipient._id, false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    if (await follow()) await reread();
    setBusy(false);
  };
  return (
    <Words
      action={
        <Button kind="primary" busy={busy} onPress={() => void press()}>
          Follow {recipient.name}
        </Button>
      }
    >
      {`${recipient.name} takes messages from followers. Following costs nothing.`}
    </Words>
  );
}

function Subscribe({ conversation: { recipient } }: Part) {
  const isOnline = useOnline();
  const { subscribe, busy } = usePayingWays(recipient._id);
  return (
    <Words
      action={
        <Button kind="primary" busy={busy} disabled={!isOnline} onPress={() => void subscribe()}>
          Subscribe
        </Button>
      }
    >
      {`${recipient.name} takes messages from subscribers.`}
    </Words>
  );
}

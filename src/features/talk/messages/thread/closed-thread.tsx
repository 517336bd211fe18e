/** Replaces the composer for users who may not write: the reason, and the cheapest way to get access. */
import { useState } from 'react';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { showFailure } from '@web/forms/show-failure';
import { useFollow } from '@web/social/use-follow';
import { useOnline } from '@web/device/use-online';
import { Button } from '@web/ui/actions/button';
import type { Conversation } from '../store/chat';
import { usePaymentDialogs } from '../use-payment-dialogs';
import { useReloadConversation } from './use-reload-conversation';
import styles from './thread.module.css';

export function ClosedThread({ conversation }: { conversation: Conversation }) {
  const { isBlocked, isBlockedByMe, writeNeeds, recipient } = conversation;
  const { name } = recipient;
  // Delegates may not block, follow or pay for the performer.
  if (useCurrentUser()?.helper) return <Explanation>{`You can’t message ${name} right now. Earlier messages stay here.`}</Explanation>;
  if (isBlockedByMe) return <Unblock conversation={conversation} />;
  if (isBlocked)
    return (
      <Explanation>{`${name} doesn’t accept messages from you. Earlier messages stay here, and you keep what you’ve bought.`}</Explanation>
    );
  const [requirement] = writeNeeds;
  if (requirement === 'follow') return <Follow conversation={conversation} />;
  if (requirement === 'subscribe') return <Subscribe conversation={conversation} />;
  return <Explanation>{`You can’t message ${name} right now. Earlier messages stay here.`}</Explanation>;
}

function Explanation({ children, action }: { children: string; action?: React.ReactNode }) {
  return (
    <div className={styles.closed}>
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ConversationProps {
  conversation: Conversation;
}

function Unblock({ conversation: { _id: id, recipient } }: ConversationProps) {
  const reload = useReloadConversation(id);
  const [busy, setBusy] = useState(false);
  const unblock = async () => {
    setBusy(true);
    try {
      await services.blocking['DELETE /block/users/:id']({ params: { id: recipient._id } });
      await reload();
    } catch (thrown) {
      showFailure(thrown);
    }
    setBusy(false);
  };
  return (
    <Explanation
      action={
        <Button busy={busy} onPress={() => void unblock()}>
          Unblock {recipient.name}
        </Button>
      }
    >
      {`You’ve blocked ${recipient.name}. Neither of you can send messages here.`}
    </Explanation>
  );
}

function Follow({ conversation: { _id: id, recipient } }: ConversationProps) {
  const reload = useReloadConversation(id);
  const { follow } = useFollow(recipient._id, false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    if (await follow()) await reload();
    setBusy(false);
  };
  return (
    <Explanation
      action={
        <Button kind="primary" busy={busy} onPress={() => void press()}>
          Follow {recipient.name}
        </Button>
      }
    >
      {`${recipient.name} accepts messages from followers. Following is free.`}
    </Explanation>
  );
}

function Subscribe({ conversation: { recipient } }: ConversationProps) {
  const isOnline = useOnline();
  const { subscribe, busy } = usePaymentDialogs(recipient._id);
  return (
    <Explanation
      action={
        <Button kind="primary" busy={busy} disabled={!isOnline} onPress={() => void subscribe()}>
          Subscribe
        </Button>
      }
    >
      {`${recipient.name} accepts messages from subscribers.`}
    </Explanation>
  );
}

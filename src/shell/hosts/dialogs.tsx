/** The dialogs in which fans pay, with the parts that the wallet lends them. Guests are told that an account is needed first. */
import { TipDialog } from '@web/features/money/charges/tip-dialog';
import { UnlockDialog } from '@web/features/money/charges/unlock-dialog';
import { AskDialog } from '@web/features/live/private-shows/request-dialog';
import { SubscribeDialog } from '@web/features/money/subscriptions/subscribe-dialog';
import { walletParts } from '@web/features/wallet/parts';
import { loginPath, profilePath } from '@web/lib/paths';
import { privateShowClosed, subscribeClosed, tipClosed, unlockClosed } from '@web/session/store/dialogs.slice';
import type { TipReceiver } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useDialogs, useIntents } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { useCallback } from 'react';

export function Dialogs() {
  const viewer = useCurrentUser();
  const tell = useIntents();
  const { subscription, tip, unlock, privateShow } = useDialogs();
  const { performer, subscriptionType } = subscription;
  const closeSubscribe = () => tell(subscribeClosed());
  const closeTip = () => tell(tipClosed());
  const closeUnlock = () => tell(unlockClosed());
  const closePrivateShow = useCallback(() => void tell(privateShowClosed()), [tell]);
  if (subscription.showModal && performer !== null) {
    if (viewer === null)
      return (
        <AccountNeeded
          title={`Subscribe to ${performer.name}`}
          next={pathTo(performer, `subscribe=${subscriptionType}`)}
          onClose={closeSubscribe}
        />
      );
    return (
      <SubscribeDialog
        key={performer._id}
        performer={performer}
        subscriptionType={subscriptionType}
        parts={walletParts}
        onClose={closeSubscribe}
      />
    );
  }
  if (unlock !== null) {
    if (viewer === null) return <AccountNeeded title={`Unlock ${unlock.title}`} next={`${unlock.path}?unlock=1`} onClose={closeUnlock} />;
    return <UnlockDialog key={unlock.id} target={unlock} parts={walletParts} onClose={closeUnlock} />;
  }
  // A tip within a private show stands before the question for another.
  if (tip.performer === null && privateShow !== null) {
    if (viewer === null)
      return (
        <AccountNeeded title={`Private show with ${privateShow.name}`} next={pathTo(privateShow, 'private=1')} onClose={closePrivateShow} />
      );
    return <AskDialog key={privateShow._id} offer={privateShow} parts={walletParts} onClose={closePrivateShow} />;
  }
  if (tip.performer === null) return null;
  if (viewer === null) {
    const next = pathTo(tip.performer, `tip=${tip.price === null ? '' : String(tip.price)}`);
    return <AccountNeeded title={`Tip ${tip.performer.name}`} next={next} onClose={closeTip} />;
  }
  return <TipDialog key={tip.performer._id} {...tip} performer={tip.performer} parts={walletParts} onClose={closeTip} />;
}

const pathTo = ({ _id, username }: TipReceiver, key: string): string => `${profilePath({ id: _id, username })}?${key}`;

interface AccountNeededProps {
  title: string;
  /** Where signing up and logging in lead back to: the same dialog. */
  next: string;
  onClose: () => void;
}

function AccountNeeded({ title, next, onClose }: AccountNeededProps) {
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button href={loginPath(next)}>Log in</Button>
          <Button kind="primary" href={`/auth/register?next=${encodeURIComponent(next)}`}>
            Sign up
          </Button>
        </>
      }
    >
      <p>You need an account for this. It takes a minute, and you come back right here.</p>
    </OpenSheet>
  );
}

/** The payment dialogs with the injected wallet components. Guests see that they need an account. */
import { TipDialog } from '@web/features/money/charges/tip-dialog';
import { UnlockDialog } from '@web/features/money/charges/unlock-dialog';
import { RequestDialog } from '@web/features/live/private-shows/request-dialog';
import { SubscribeDialog } from '@web/features/money/subscriptions/subscribe-dialog';
import { walletComponents } from '@web/features/money/wallet/parts';
import { loginPath, profilePath } from '@web/lib/paths';
import { privateShowDialogClosed, subscribeDialogClosed, tipDialogClosed, unlockDialogClosed } from '@web/session/store/dialogs.slice';
import type { TipRecipient } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useDialogs, useAppDispatch } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { useCallback } from 'react';

export function Dialogs() {
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  const { subscription, tip, unlock, privateShow } = useDialogs();
  const { performer, subscriptionType } = subscription;
  const closeSubscribe = () => dispatch(subscribeDialogClosed());
  const closeTip = () => dispatch(tipDialogClosed());
  const closeUnlock = () => dispatch(unlockDialogClosed());
  const closePrivateShow = useCallback(() => void dispatch(privateShowDialogClosed()), [dispatch]);
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
        parts={walletComponents}
        onClose={closeSubscribe}
      />
    );
  }
  if (unlock !== null) {
    if (viewer === null)
      return (
        <AccountNeeded
          title={unlock.type === 'ticket' ? `Ticket for ${unlock.title}` : `Unlock ${unlock.title}`}
          next={`${unlock.path}?unlock=1`}
          onClose={closeUnlock}
        />
      );
    return <UnlockDialog key={unlock.id} target={unlock} parts={walletComponents} onClose={closeUnlock} />;
  }
  // A tip during a private show takes precedence over the dialog for another private show.
  if (tip.performer === null && privateShow !== null) {
    if (viewer === null)
      return (
        <AccountNeeded title={`Private show with ${privateShow.name}`} next={pathTo(privateShow, 'private=1')} onClose={closePrivateShow} />
      );
    return <RequestDialog key={privateShow._id} offer={privateShow} parts={walletComponents} onClose={closePrivateShow} />;
  }
  if (tip.performer === null) return null;
  if (viewer === null) {
    const next = pathTo(tip.performer, `tip=${tip.price === null ? '' : String(tip.price)}`);
    return <AccountNeeded title={`Tip ${tip.performer.name}`} next={next} onClose={closeTip} />;
  }
  return <TipDialog key={tip.performer._id} {...tip} performer={tip.performer} parts={walletComponents} onClose={closeTip} />;
}

const pathTo = ({ _id, username }: TipRecipient, key: string): string => `${profilePath({ id: _id, username })}?${key}`;

interface AccountNeededProps {
  title: string;
  /** The path that reopens this dialog after sign-in. */
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
      <p>You need an account for this. It only takes a minute, and we’ll bring you right back here.</p>
    </OpenSheet>
  );
}

/** Cancels a subscription's renewal: the end of access, and the charges that stop. */
import { shortDate } from '@web/lib/i18n/dates';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useCancelSubscription } from '@web/social/use-cancel-subscription';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import type { Subscription } from './subscriptions-screen';

interface CancelDialogProps {
  subscription: Subscription;
  onDone: () => void;
  onClose: () => void;
}

export function CancelDialog({ subscription, onDone, onClose }: CancelDialogProps) {
  const end = useCancelSubscription();
  const { performer, status, expiredAt } = subscription;
  const cancel = async () => {
    await end(subscription);
    showToast({ tone: 'ok', text: `The subscription to ${performer.name} is cancelled` });
    onDone();
  };
  const consequence =
    status === 'past_due'
      ? 'The last payment failed, so it ends today. Nothing more is charged.'
      : `What ${performer.name} publishes stays open to you until ${shortDate(expiredAt)}. Nothing is charged after that, and what you bought stays yours.`;
  return (
    <ConfirmDialog
      open
      title={`Cancel the subscription to ${performer.name}?`}
      consequence={consequence}
      actionLabel="Cancel subscription"
      cancelLabel="Keep it"
      onConfirm={cancel}
      onClose={onClose}
    />
  );
}

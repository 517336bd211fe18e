/** Cancels the renewal of a subscription after a confirmation that says when access ends. */
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
  const cancelSubscription = useCancelSubscription();
  const { performer, status, expiredAt } = subscription;
  const cancel = async () => {
    await cancelSubscription(subscription);
    showToast({ tone: 'ok', text: `Your subscription to ${performer.name} is canceled` });
    onDone();
  };
  const consequence =
    status === 'past_due'
      ? 'The last payment failed, so your subscription ends today. You won’t be charged again.'
      : `You keep access to ${performer.name}’s subscriber content until ${shortDate(expiredAt)}. You won’t be charged again, and you keep everything you bought.`;
  return (
    <ConfirmDialog
      open
      title={`Cancel the subscription to ${performer.name}?`}
      consequence={consequence}
      actionLabel="Cancel subscription"
      cancelLabel="Keep subscription"
      onConfirm={cancel}
      onClose={onClose}
    />
  );
}

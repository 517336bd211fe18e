/** The dialog that blocks a person. Explains the effect on visibility and on an active subscription. */
import { useState } from 'react';
import { services } from '@web/services/services';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { BlockedSubscription, useSubscriptionWith } from './blocked-subscription';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useCancelSubscription } from './use-cancel-subscription';

interface BlockDialogProps {
  person: { _id: string; name: string };
  /** The effect of the block, worded for the current screen. */
  consequence: string;
  /** Closes the dialog, and leaves the page if it is no longer accessible. */
  onBlocked: () => unknown;
  onClose: () => void;
}

export function BlockDialog({ person: { _id: id, name }, consequence, onBlocked, onClose }: BlockDialogProps) {
  const lookup = useSubscriptionWith(id);
  const cancel = useCancelSubscription();
  const [alsoCancel, setAlsoCancel] = useState(false);
  const block = async () => {
    const endingSubscription = alsoCancel && lookup.isCancellable ? lookup.subscription : null;
    // Both requests are idempotent: if the block fails, pressing again repeats both.
    if (endingSubscription !== null) await cancel(endingSubscription);
    await services.blocking['POST /block/users']({ body: { targetId: id } });
    // Undo would not restore a canceled subscription, so it is offered only without one.
    if (endingSubscription === null)
      showToast({
        text: `${name} is blocked`,
        tone: 'ok',
        onUndo: () => void services.blocking['DELETE /block/users/:id']({ params: { id } }),
      });
    else showToast({ text: `${name} is blocked and your subscription is canceled`, tone: 'ok' });
    await onBlocked();
  };
  return (
    <ConfirmDialog
      open
      title={`Block ${name}?`}
      consequence={consequence}
      actionLabel={`Block ${name}`}
      isLoading={lookup.isLoading}
      onConfirm={block}
      onClose={onClose}
    >
      <BlockedSubscription lookup={lookup} alsoCancel={alsoCancel} onAlsoCancel={setAlsoCancel} />
    </ConfirmDialog>
  );
}

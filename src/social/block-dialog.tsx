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
  const running = useSubscriptionWith(id);
  const cancel = useCancelSubscription();
  const [alsoCancel, setAlsoCancel] = useState(false);
  const block = async () => {
    const ends = alsoCancel && running.isCancellable ? running.subscription : null;
    // Both requests are idempotent: if the block fails, pressing again repeats both.
    if (ends !== null) await cancel(ends);
    await services.blocking['POST /block/users']({ body: { targetId: id } });
    // Undo would not restore a cancelled subscription, so it is offered only without one.
    if (ends === null)
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
      isLoading={running.isLoading}
      onConfirm={block}
      onClose={onClose}
    >
      <BlockedSubscription running={running} alsoCancel={alsoCancel} onAlsoCancel={setAlsoCancel} />
    </ConfirmDialog>
  );
}

/** Blocking somebody, with what it means: for what both see, and for a subscription that runs between them. */
import { useState } from 'react';
import { services } from '@web/services/services';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { BlockedSubscription, useSubscriptionWith } from './blocked-subscription';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useCancelSubscription } from './use-cancel-subscription';

interface BlockDialogProps {
  person: { _id: string; name: string };
  /** What the block closes, as seen from where it is asked for. */
  consequence: string;
  /** Closes the dialog, and goes to where one may still be. */
  onBlocked: () => unknown;
  onClose: () => void;
}

export function BlockDialog({ person: { _id: id, name }, consequence, onBlocked, onClose }: BlockDialogProps) {
  const running = useSubscriptionWith(id);
  const cancel = useCancelSubscription();
  const [alsoCancel, setAlsoCancel] = useState(false);
  const block = async () => {
    const ends = alsoCancel && running.isCancellable ? running.subscription : null;
    // Both can be done twice: where the block fails after it, the same press does the rest.
    if (ends !== null) await cancel(ends);
    await services.blocking['POST /block/users']({ body: { targetId: id } });
    // A subscription that was cancelled does not come back with an undo: then the settings are the way.
    if (ends === null)
      showToast({
        text: `${name} is blocked`,
        tone: 'ok',
        onUndo: () => void services.blocking['DELETE /block/users/:id']({ params: { id } }),
      });
    else showToast({ text: `${name} is blocked, and your subscription is cancelled`, tone: 'ok' });
    await onBlocked();
  };
  return (
    <ConfirmDialog
      open
      title={`Block ${name}?`}
      consequence={consequence}
      verb={`Block ${name}`}
      waits={running.waits}
      onConfirm={block}
      onClose={onClose}
    >
      <BlockedSubscription running={running} alsoCancel={alsoCancel} onAlsoCancel={setAlsoCancel} />
    </ConfirmDialog>
  );
}

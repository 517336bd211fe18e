/** A button that returns a ticket for a rescheduled show, after confirmation. */
import { useState } from 'react';
import { formatTokenCount } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { isResponseOf } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { useSWRConfig } from 'swr';
import { showToast } from '@web/ui/feedback/toast-queue';

export function ReturnTicket({ postId, price }: { postId: string; price: number }) {
  const [isConfirming, setConfirming] = useState(false);
  const updateCached = useUpdateCached();
  const { mutate } = useSWRConfig();
  const returnTicket = async () => {
    const returned = await services.wallet['POST /wallet/charges/ticket/:id/return']({ params: { id: postId } });
    updateCached(postId, () => returned.item);
    void mutate(isResponseOf('GET /wallet/purchases'));
    setConfirming(false);
    showToast({ text: `Ticket returned · ${formatTokenCount(returned.price)}`, tone: 'ok' });
  };
  return (
    <>
      <Button size="small" onPress={() => setConfirming(true)}>
        Return ticket
      </Button>
      <ConfirmDialog
        open={isConfirming}
        tone="plain"
        title="Return this ticket?"
        consequence={`The live stream was rescheduled. You’ll get ${formatTokenCount(price)} back in your wallet, and your spot opens up for someone else.`}
        actionLabel="Return ticket"
        cancelLabel="Keep ticket"
        onConfirm={returnTicket}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

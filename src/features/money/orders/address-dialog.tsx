/** Changes the delivery address of an order to another one of the buyer's book, before it is shipped. */
import { useState } from 'react';
import type { ComponentType } from 'react';
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import type { OrderDialogProps } from './order-update-dialog';

/** The picker for the viewer's address book; another feature provides it, and the page passes it in. */
export interface AddressPickerProps {
  value: string | null;
  onChange: (id: string) => void;
}

interface AddressDialogProps extends OrderDialogProps {
  AddressPicker: ComponentType<AddressPickerProps>;
}

export function AddressDialog({ order, AddressPicker, onClose }: AddressDialogProps) {
  const change = useUpdateCached();
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isFree = order.deliveryStatus === 'processing';

  const save = async () => {
    if (chosen === null) {
      setRefusal('Choose an address first.');
      return;
    }
    setBusy(true);
    setRefusal('');
    try {
      const changed = await services.orders['PUT /orders/:id/update/delivery-address']({
        params: { id: order._id },
        body: { deliveryAddressId: chosen },
      });
      change(order._id, () => changed);
      showToast({ tone: 'ok', text: 'Address changed' });
      onClose();
    } catch (thrown) {
      const { code, message } = serializeError(thrown, messages.anyFailure);
      setRefusal(message);
      const fresh =
        code === 'order_changed' ? await services.orders['GET /orders/:id']({ params: { id: order._id } }).catch(() => null) : null;
      if (fresh !== null) change(order._id, () => fresh);
    } finally {
      setBusy(false);
    }
  };
  return (
    <OpenSheet
      title={`Change address for order ${order.orderNumber}`}
      onClose={onClose}
      actions={
        isFree ? (
          <Button kind="primary" wide busy={busy} onPress={() => void save()}>
            Change address
          </Button>
        ) : (
          <Button onPress={onClose}>See the order</Button>
        )
      }
    >
      {isFree ? <AddressPicker value={chosen} onChange={setChosen} /> : null}
      {refusal === '' && !isFree ? <Notice tone="danger">This order has shipped, so its address can’t be changed.</Notice> : null}
      {refusal === '' ? null : <Notice tone="danger">{refusal}</Notice>}
    </OpenSheet>
  );
}

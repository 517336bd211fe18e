/** Changes the delivery address of an order to another one from the buyer's address book, until it is shipped. */
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
  const updateCached = useUpdateCached();
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState('');
  const isChangeable = order.deliveryStatus === 'processing';

  const save = async () => {
    if (chosen === null) {
      setErrorText('Choose an address first.');
      return;
    }
    setBusy(true);
    setErrorText('');
    try {
      const changed = await services.orders['PUT /orders/:id/update/delivery-address']({
        params: { id: order._id },
        body: { deliveryAddressId: chosen },
      });
      updateCached(order._id, () => changed);
      showToast({ tone: 'ok', text: 'Address changed' });
      onClose();
    } catch (thrown) {
      const { code, message } = serializeError(thrown, messages.anyFailure);
      setErrorText(message);
      const fresh =
        code === 'order_changed' ? await services.orders['GET /orders/:id']({ params: { id: order._id } }).catch(() => null) : null;
      if (fresh !== null) updateCached(order._id, () => fresh);
    } finally {
      setBusy(false);
    }
  };
  return (
    <OpenSheet
      title={`Change address for order ${order.orderNumber}`}
      onClose={onClose}
      actions={
        isChangeable ? (
          <Button kind="primary" wide busy={busy} onPress={() => void save()}>
            Change address
          </Button>
        ) : (
          <Button onPress={onClose}>See order</Button>
        )
      }
    >
      {isChangeable ? <AddressPicker value={chosen} onChange={setChosen} /> : null}
      {errorText === '' && !isChangeable ? <Notice tone="danger">This order has shipped, so its address can’t be changed.</Notice> : null}
      {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
    </OpenSheet>
  );
}

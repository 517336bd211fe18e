/** Ships several orders: one request for each, with its own idempotency key, and a list of those that failed. */
import { useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import { ApiError } from '@web/services/api-error';
import { useUpdateCached } from '@web/services/use-update-cached';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { CheckIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { formatQuantity } from './order-labels';
import type { Order } from './order-labels';
import { CodeField } from './shipping-form';
import styles from './orders.module.css';

/** The result of one order: pending, shipped, or the error. */
type Result = { isShipped: true } | { isShipped: false; message: string } | undefined;

/** `1 order`, `3 orders`. */
const formatOrderCount = (count: number): string => `${String(count)} ${count === 1 ? 'order' : 'orders'}`;

/** The outcome is unknown: the same request must be resent with the same key. */
const isOutcomeUnknown = (thrown: unknown): boolean =>
  !(thrown instanceof ApiError) || !thrown.isFromServer || thrown.error === 'request_in_progress' || thrown.statusCode >= 500;

interface BulkShippingProps {
  orders: readonly Order[];
  onClose: () => void;
}

export function BulkShipping({ orders, onClose }: BulkShippingProps) {
  const updateCached = useUpdateCached();
  const idempotencyKeys = useRef(new Map<string, string>());
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const [busy, setBusy] = useState(false);
  const unshipped = orders.filter(({ _id }) => results[_id]?.isShipped !== true);
  const failed = unshipped.filter(({ _id }) => results[_id] !== undefined);

  const ship = async ({ _id: id }: Order): Promise<NonNullable<Result>> => {
    const body = { deliveryStatus: 'shipping', shippingCode: (codes[id] ?? '').trim(), expectedStatus: 'processing' } as const;
    const payload = JSON.stringify([id, body]);
    const idempotencyKey = idempotencyKeys.current.get(payload) ?? uuid();
    idempotencyKeys.current.set(payload, idempotencyKey);
    try {
      const changed = await services.orders['PUT /orders/:id/update']({ params: { id }, body }, { idempotencyKey });
      updateCached(id, () => changed);
      return { isShipped: true };
    } catch (thrown) {
      if (!isOutcomeUnknown(thrown)) idempotencyKeys.current.delete(payload);
      return { isShipped: false, message: serializeError(thrown, messages.anyFailure).message };
    }
  };
  const shipAll = async () => {
    setBusy(true);
    const newResults: Record<string, Result> = {};
    for (const order of unshipped) {
      const result = await ship(order);
      newResults[order._id] = result;
      setResults((before) => ({ ...before, [order._id]: result }));
    }
    setBusy(false);
    if (Object.values(newResults).some((result) => result?.isShipped === false)) return;
    showToast({ tone: 'ok', text: `${formatOrderCount(orders.length)} marked as shipped` });
    onClose();
  };
  return (
    <OpenSheet
      title={`Mark ${formatOrderCount(orders.length)} as shipped`}
      onClose={busy ? () => undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onPress={onClose}>
            {failed.length === 0 ? 'Cancel' : 'Close'}
          </Button>
          <Button kind="primary" wide busy={busy} onPress={() => void shipAll()}>
            {failed.length === 0 ? 'Mark as shipped' : `Try ${formatOrderCount(failed.length)} again`}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>We’ll notify the buyers. After this, their addresses can’t be changed.</p>
        {failed.length === 0 || busy ? null : (
          <Notice tone="danger">
            {`${String(orders.length - unshipped.length)} of ${formatOrderCount(orders.length)} marked as shipped. Not marked: ${failed.map(({ orderNumber }) => orderNumber).join(', ')}.`}
          </Notice>
        )}
        <ul className={styles.parcels}>
          {orders.map((order) => (
            <ShipmentRow
              key={order._id}
              order={order}
              result={results[order._id]}
              code={codes[order._id] ?? ''}
              onCode={(code) => setCodes((before) => ({ ...before, [order._id]: code }))}
            />
          ))}
        </ul>
      </div>
    </OpenSheet>
  );
}

interface ShipmentRowProps {
  order: Order;
  result: Result;
  code: string;
  onCode: (code: string) => void;
}

function ShipmentRow({ order: { orderNumber, user, product, quantity }, result, code, onCode }: ShipmentRowProps) {
  return (
    <li className={styles.parcel}>
      <p>
        <strong>{orderNumber}</strong> · <bdi>{user.name}</bdi> · <bdi>{product.name}</bdi>, {formatQuantity(quantity)}
      </p>
      {result?.isShipped === true ? (
        <p className={styles.sent}>
          <CheckIcon /> Marked as shipped
        </p>
      ) : (
        <CodeField label={`Tracking number for ${orderNumber}`} value={code} onType={onCode} />
      )}
      {result?.isShipped === false ? <p className={styles.failed}>{result.message}</p> : null}
    </li>
  );
}

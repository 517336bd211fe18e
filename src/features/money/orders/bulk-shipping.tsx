/** Several orders leave at once: each is told by a request of its own, with a key of its own, and those that failed are named. */
import { useRef, useState } from 'react';
import { messages } from '@contract/kernel/errors';
import { services } from '@web/services/services';
import { Refused } from '@web/services/api-error';
import { useChangeKept } from '@web/services/use-update-cached';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { CheckIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { piecesOf } from '../../orders/order-words';
import type { Order } from '../../orders/order-words';
import { CodeField } from './shipping-form';
import styles from './orders.module.css';

/** What became of one of them: nothing yet, sent, or why not. */
type Result = { isSent: true } | { isSent: false; why: string } | undefined;

/** `1 order`, `3 orders`. */
const countOf = (count: number): string => `${String(count)} ${count === 1 ? 'order' : 'orders'}`;

/** Nobody knows whether it has had its effect: the same request must be sent again, under the same key. */
const isInDoubt = (thrown: unknown): boolean =>
  !(thrown instanceof Refused) || !thrown.isFromHost || thrown.error === 'request_in_progress' || thrown.statusCode >= 500;

interface BulkShippingProps {
  orders: readonly Order[];
  onClose: () => void;
}

export function BulkShipping({ orders, onClose }: BulkShippingProps) {
  const change = useChangeKept();
  const keys = useRef(new Map<string, string>());
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const [busy, setBusy] = useState(false);
  const open = orders.filter(({ _id }) => results[_id]?.isSent !== true);
  const failed = open.filter(({ _id }) => results[_id] !== undefined);

  const ship = async ({ _id: id }: Order): Promise<NonNullable<Result>> => {
    const body = { deliveryStatus: 'shipping', shippingCode: (codes[id] ?? '').trim(), expectedStatus: 'processing' } as const;
    const wish = JSON.stringify([id, body]);
    const idempotencyKey = keys.current.get(wish) ?? crypto.randomUUID();
    keys.current.set(wish, idempotencyKey);
    try {
      const changed = await services.orders['PUT /orders/:id/update']({ params: { id }, body }, { idempotencyKey });
      change(id, () => changed);
      return { isSent: true };
    } catch (thrown) {
      if (!isInDoubt(thrown)) keys.current.delete(wish);
      return { isSent: false, why: problemOf(thrown, messages.anyFailure).message };
    }
  };
  const shipAll = async () => {
    setBusy(true);
    const told: Record<string, Result> = {};
    for (const order of open) {
      const result = await ship(order);
      told[order._id] = result;
      setResults((before) => ({ ...before, [order._id]: result }));
    }
    setBusy(false);
    if (Object.values(told).some((result) => result?.isSent === false)) return;
    showToast({ tone: 'ok', text: `${countOf(orders.length)} marked as shipping` });
    onClose();
  };
  return (
    <OpenSheet
      title={`Mark ${countOf(orders.length)} as shipping`}
      onClose={busy ? () => undefined : onClose}
      actions={
        <>
          <Button disabled={busy} onPress={onClose}>
            {failed.length === 0 ? 'Cancel' : 'Close'}
          </Button>
          <Button kind="primary" wide busy={busy} onPress={() => void shipAll()}>
            {failed.length === 0 ? 'Mark as shipping' : `Try ${countOf(failed.length)} again`}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>The buyers are told. From then on the addresses cannot be changed.</p>
        {failed.length === 0 || busy ? null : (
          <Notice tone="danger">
            {`${String(orders.length - open.length)} of ${countOf(orders.length)} marked as shipping. Not marked: ${failed.map(({ orderNumber }) => orderNumber).join(', ')}.`}
          </Notice>
        )}
        <ul className={styles.parcels}>
          {orders.map((order) => (
            <Parcel
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

interface ParcelProps {
  order: Order;
  result: Result;
  code: string;
  onCode: (code: string) => void;
}

function Parcel({ order: { orderNumber, user, product, quantity }, result, code, onCode }: ParcelProps) {
  return (
    <li className={styles.parcel}>
      <p>
        <strong>{orderNumber}</strong> · {user.name} · {product.name}, {piecesOf(quantity)}
      </p>
      {result?.isSent === true ? (
        <p className={styles.sent}>
          <CheckIcon /> Marked as shipping
        </p>
      ) : (
        <CodeField label={`Shipping code of ${orderNumber}`} value={code} onType={onCode} />
      )}
      {result?.isSent === false ? <p className={styles.failed}>{result.why}</p> : null}
    </li>
  );
}

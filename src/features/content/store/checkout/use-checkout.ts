/**
 * Pays for several lines in one request, all or nothing. An error of a single line is shown at that line. While a payment's outcome is
 * unknown, only that payment can be resent, unchanged and with its key: see `sent-cart.ts`.
 */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useSWRConfig } from 'swr';
import { v4 as uuid } from 'uuid';
import type { ResponseOf, BodyOf } from '@web/services/call';
import { ApiError } from '@web/services/api-error';
import type { ApiErrorCode } from '@web/services/api-error';
import { useUpdateCached } from '@web/services/use-update-cached';
import { isResponseOf } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import type { CurrentUser } from '@web/services/current-user';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';
import type { Cart } from '@web/checkout/use-cart';
import { isOutcomeUnknown, usePayment } from '@web/checkout/use-payment';
import type { PaymentState } from '@web/checkout/use-payment';
import { balanceReceived } from '@web/session/store/user.slice';
import type { UserState } from '@web/session/store/user.slice';
import { deletePendingPayment, isTooOld, storePendingPayment, readPendingPayment, usePendingPayment } from './sent-cart';
import type { PendingCartPayment } from './sent-cart';
import type { CartCheck, CheckedLine } from './use-cart-check';

export type CartPurchase = ResponseOf<'POST /wallet/charges/cart'>;
type Delivery = Pick<BodyOf<'POST /wallet/charges/cart'>, 'deliveryAddressId' | 'phoneNumber' | 'userNote'>;

export interface Checkout {
  state: PaymentState;
  error: SerializedError | null;
  /** The payment with an unknown outcome. */
  pendingPayment: PendingCartPayment | null;
  /** The API has forgotten the key of `pendingPayment`, so a retry cannot reveal the outcome. */
  isKeyExpired: boolean;
  /** The API's error of a line, by product id. */
  lineErrors: ReadonlyMap<string, string>;
  purchase: CartPurchase | null;
  /** Sends a new payment. Resolves to null, and does nothing, while another one has an unknown outcome. */
  pay: (lines: readonly CheckedLine[], total: number, delivery: Delivery) => Promise<CartPurchase | null>;
  /** Resends the payment with an unknown outcome: the same body, the same key. */
  retry: () => Promise<CartPurchase | null>;
  /** The buyer has checked the outcome of `pendingPayment`, and continues without its response. */
  dismiss: () => void;
}

const noLineErrors: ReadonlyMap<string, string> = new Map();

/** Errors that the API returns before it looks up the key: they reveal nothing about an earlier attempt. */
const errorsBeforeKeyLookup: ReadonlySet<ApiErrorCode> = new Set([
  'session_required',
  'session_ended',
  'forbidden_role',
  'account_suspended',
  'country_blocked',
  'too_many_requests',
]);

/** The issues of an error that name a line (`lines.2`, or a field of it), by the line's product. */
function lineErrorsOf({ issues }: SerializedError, lines: PendingCartPayment['body']['lines']): ReadonlyMap<string, string> {
  const entries = issues.flatMap(({ path, message }) => {
    const [, index] = /^lines\.(\d+)/.exec(path) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)];
    return line === undefined ? [] : [[line.productId, message] as const];
  });
  return new Map(entries);
}

export function useCheckout(user: CurrentUser, cart: Cart, check: CartCheck): Checkout {
  const owner = user._id;
  const dispatch = useAppDispatch();
  const change = useUpdateCached();
  const { mutate } = useSWRConfig();
  const store = useStore<{ user: UserState }>();
  const payment = usePayment<CartPurchase>();
  const pendingPayment = usePendingPayment(owner);
  const [lineErrors, setLineErrors] = useState(noLineErrors);
  const [purchase, setPurchase] = useState<CartPurchase | null>(null);
  const [isRejected, setRejected] = useState(false);
  const [isRetry, setRetry] = useState(false);
  /** The key of a request whose response is unknown. */
  const keyWithoutResponse = useRef<string | null>(null);
  const hasMounted = useRef(false);
  const isSameUser = () => store.getState().user.current?._id === owner;

  const isUnknown = (thrown: unknown, { key }: PendingCartPayment): boolean =>
    !(thrown instanceof ApiError) ||
    isOutcomeUnknown(thrown) ||
    thrown.error === 'idempotency_key_reused' ||
    (keyWithoutResponse.current === key && errorsBeforeKeyLookup.has(thrown.error));
  const handleError = (thrown: unknown, attempted: PendingCartPayment) => {
    if (isUnknown(thrown, attempted)) {
      keyWithoutResponse.current = attempted.key;
      return;
    }
    const apiError = serializeError(thrown, '');
    setRejected(true);
    setLineErrors(lineErrorsOf(apiError, attempted.body.lines));
    deletePendingPayment(owner, attempted.key);
    if (apiError.code === 'insufficient_balance') dispatch(refreshRequested());
    if (apiError.code === 'address_not_found') void mutate(isResponseOf('GET /addresses/search'));
    check.recheck();
  };
  const applyResult = ({ charges, orders }: CartPurchase, { key }: PendingCartPayment) => {
    deletePendingPayment(owner, key);
    cart.remove(...orders.map(({ product }) => product._id));
    if (!isSameUser()) return;
    const after = charges.at(-1)?.balanceAfter ?? null;
    if (after !== null) dispatch(balanceReceived(after));
    for (const { product } of orders) {
      if (product.type === 'digital') change(product._id, (cached) => ({ ...cached, isBought: true }));
    }
    void mutate(isResponseOf('GET /performer-assets/products/:id'));
    void mutate(isResponseOf('GET /orders/users/search'));
  };
  const send = async (payload: PendingCartPayment): Promise<CartPurchase | null> => {
    setRejected(false);
    setLineErrors(noLineErrors);
    const result = await payment.pay(async () => {
      // Before the next attempt another user may sign in, who must not pay for this cart, or another tab may learn the outcome.
      if (!isSameUser() || readPendingPayment(owner)?.key !== payload.key) throw new Error('This payment is no longer pending.');
      try {
        return await services.wallet['POST /wallet/charges/cart']({ body: payload.body }, { idempotencyKey: payload.key });
      } catch (thrown) {
        handleError(thrown, payload);
        throw thrown;
      }
    });
    if (result === null) return null;
    setPurchase(result);
    applyResult(result, payload);
    return result;
  };
  const pay: Checkout['pay'] = async (lines, total, delivery) => {
    // Another tab, or a second tap, may have been faster.
    if (readPendingPayment(owner) !== null) return null;
    const payload: PendingCartPayment = {
      key: uuid(),
      body: {
        ...delivery,
        lines: lines.map(({ line: { productId, quantity } }) => ({ productId, quantity })),
        expectedPrice: total,
      },
      lines: lines.map(({ line }) => line),
      balance: user.balance,
      at: Date.now(),
    };
    storePendingPayment(owner, payload);
    setRetry(false);
    return send(payload);
  };
  const resend = async (): Promise<CartPurchase | null> => {
    const payload = readPendingPayment(owner);
    if (payload === null || isTooOld(payload)) return null;
    keyWithoutResponse.current = payload.key;
    setRetry(true);
    return send(payload);
  };
  useEffect(() => {
    if (hasMounted.current) return;
    hasMounted.current = true;
    // A payment that an earlier page view left without a response is resent immediately after this render.
    if (pendingPayment !== null) queueMicrotask(() => void resend());
  });

  const { state, error } = payment;
  return {
    state: isRetry && state === 'busy' ? 'checking' : state,
    // A message about an unknown outcome is cleared once the outcome is known, in any tab.
    error: pendingPayment !== null || isRejected ? error : null,
    pendingPayment,
    isKeyExpired: pendingPayment !== null && (isTooOld(pendingPayment) || error?.code === 'idempotency_key_reused'),
    lineErrors,
    purchase,
    pay,
    retry: resend,
    dismiss: () => {
      if (pendingPayment !== null) deletePendingPayment(owner, pendingPayment.key);
    },
  };
}

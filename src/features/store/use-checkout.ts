/**
 * Paying for lines of a cart at once. Nothing is paid unless all of it is; a refusal that speaks of a line is kept beside it. While
 * it is not known what became of a payment, it alone can be sent, as it was and under its key: see `sent-cart.ts`.
 */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useSWRConfig } from 'swr';
import type { AnswerOf, BodyOf } from '@web/services/call';
import { Refused } from '@web/services/api-error';
import type { RefusalCode } from '@web/services/api-error';
import { useChangeKept } from '@web/services/use-update-cached';
import { isAnswerOf } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import type { CurrentUser } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import type { Problem } from '@web/session/problem';
import type { Cart } from '@web/checkout/use-cart';
import { isInDoubt, usePayment } from '@web/checkout/use-payment';
import type { PaymentState } from '@web/checkout/use-payment';
import { balanceHeard } from '@web/session/store/user.slice';
import type { UserState } from '@web/session/store/user.slice';
import { dropSentCart, isTooOld, keepSentCart, readSentCart, useSentCart } from '../content/store/checkout/sent-cart';
import type { SentCart } from '../content/store/checkout/sent-cart';
import type { CartCheck, CheckedLine } from '../content/store/checkout/use-cart-check';

export type BoughtCart = AnswerOf<'POST /wallet/charges/cart'>;
type Delivery = Pick<BodyOf<'POST /wallet/charges/cart'>, 'deliveryAddressId' | 'phoneNumber' | 'userNote'>;

export interface Checkout {
  state: PaymentState;
  problem: Problem | null;
  /** What is being paid, until it is known what became of that. */
  sent: SentCart | null;
  /** Nobody will learn by its key any more what became of `sent`. */
  isSpent: boolean;
  /** What the host said of a line, by the id of its product. */
  saidOf: ReadonlyMap<string, string>;
  bought: BoughtCart | null;
  /** Pays for something new. Resolves to null, and does nothing, while a payment is in doubt. */
  pay: (lines: readonly CheckedLine[], total: number, delivery: Delivery) => Promise<BoughtCart | null>;
  /** Sends what is in doubt once more: the same, under the same key. */
  sendAgain: () => Promise<BoughtCart | null>;
  /** The buyer has looked what became of `sent`, and goes on without its answer. */
  putAside: () => void;
}

const silence: ReadonlyMap<string, string> = new Map();

/** Said at the door, before the host looks whether it knows the key: of what was sent earlier it tells nothing. */
const saidAtTheDoor: ReadonlySet<RefusalCode> = new Set([
  'session_required',
  'session_ended',
  'forbidden_role',
  'account_suspended',
  'country_blocked',
  'too_many_requests',
]);

/** The issues of a refusal that name a line, by the line's product: `lines.2`, or a part of it. */
function saidOfLines({ issues }: Problem, lines: SentCart['body']['lines']): ReadonlyMap<string, string> {
  const said = issues.flatMap(({ path, message }) => {
    const [, at] = /^lines\.(\d+)/.exec(path) ?? [];
    const line = at === undefined ? undefined : lines[Number(at)];
    return line === undefined ? [] : [[line.productId, message] as const];
  });
  return new Map(said);
}

export function useCheckout(user: CurrentUser, cart: Cart, check: CartCheck): Checkout {
  const owner = user._id;
  const tell = useIntents();
  const change = useChangeKept();
  const { mutate } = useSWRConfig();
  const store = useStore<{ user: UserState }>();
  const payment = usePayment<BoughtCart>();
  const sent = useSentCart(owner);
  const [saidOf, say] = useState(silence);
  const [bought, setBought] = useState<BoughtCart | null>(null);
  const [isPlain, setPlain] = useState(false);
  const [isAgain, setAgain] = useState(false);
  /** The key under which something was sent whose answer is not known. */
  const lost = useRef<string | null>(null);
  const isOpened = useRef(false);
  const isHers = () => store.getState().user.current?._id === owner;

  const isUnknown = (thrown: unknown, { key }: SentCart): boolean =>
    !(thrown instanceof Refused) ||
    isInDoubt(thrown) ||
    thrown.error === 'idempotency_key_reused' ||
    (lost.current === key && saidAtTheDoor.has(thrown.error));
  const hear = (thrown: unknown, tried: SentCart) => {
    if (isUnknown(thrown, tried)) {
      lost.current = tried.key;
      return;
    }
    const refused = problemOf(thrown, '');
    setPlain(true);
    say(saidOfLines(refused, tried.body.lines));
    dropSentCart(owner, tried.key);
    if (refused.code === 'insufficient_balance') tell(refreshAsked());
    if (refused.code === 'address_not_found') void mutate(isAnswerOf('GET /addresses/search'));
    check.check();
  };
  const settle = ({ charges, orders }: BoughtCart, { key }: SentCart) => {
    dropSentCart(owner, key);
    cart.remove(...orders.map(({ product }) => product._id));
    if (!isHers()) return;
    const after = charges.at(-1)?.balanceAfter ?? null;
    if (after !== null) tell(balanceHeard(after));
    for (const { product } of orders) {
      if (product.type === 'digital') change(product._id, (kept) => ({ ...kept, isBought: true }));
    }
    void mutate(isAnswerOf('GET /performer-assets/products/:id'));
    void mutate(isAnswerOf('GET /orders/users/search'));
  };
  const send = async (what: SentCart): Promise<BoughtCart | null> => {
    setPlain(false);
    say(silence);
    const answer = await payment.pay(async () => {
      // Before its next try somebody else may sign in, who pays nothing of hers, or another tab may learn how it ended.
      if (!isHers() || readSentCart(owner)?.key !== what.key) throw new Error('It is not to be sent any more.');
      try {
        return await services.wallet['POST /wallet/charges/cart']({ body: what.body }, { idempotencyKey: what.key });
      } catch (thrown) {
        hear(thrown, what);
        throw thrown;
      }
    });
    if (answer === null) return null;
    setBought(answer);
    settle(answer, what);
    return answer;
  };
  const pay: Checkout['pay'] = async (lines, total, delivery) => {
    // Another tab, or a second tap, may have been quicker.
    if (readSentCart(owner) !== null) return null;
    const what: SentCart = {
      key: crypto.randomUUID(),
      body: {
        ...delivery,
        lines: lines.map(({ line: { productId, quantity } }) => ({ productId, quantity })),
        expectedPrice: total,
      },
      lines: lines.map(({ line }) => line),
      balance: user.balance,
      at: Date.now(),
    };
    keepSentCart(owner, what);
    setAgain(false);
    return send(what);
  };
  const sendAgain = async (): Promise<BoughtCart | null> => {
    const what = readSentCart(owner);
    if (what === null || isTooOld(what)) return null;
    lost.current = what.key;
    setAgain(true);
    return send(what);
  };
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    // What an earlier visit has left without an answer is asked for at once, when this drawing is done.
    if (sent !== null) queueMicrotask(() => void sendAgain());
  });

  const { state, problem } = payment;
  return {
    state: isAgain && state === 'busy' ? 'checking' : state,
    // What was said of a payment in doubt is past once its end is known, whoever has learnt it.
    problem: sent !== null || isPlain ? problem : null,
    sent,
    isSpent: sent !== null && (isTooOld(sent) || problem?.code === 'idempotency_key_reused'),
    saidOf,
    bought,
    pay,
    sendAgain,
    putAside: () => {
      if (sent !== null) dropSentCart(owner, sent.key);
    },
  };
}

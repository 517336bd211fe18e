/**
 * Unlocks an item: what is inside, its price, the split, and the balance before and after. A balance that is too low is topped up
 * in place; a changed price is shown and must be accepted again. An item that was already bought opens without a payment.
 */
import { useState } from 'react';
import { formatTokens, formatTokenCount, sumOf } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { isResponseOf } from '@web/services/use-endpoint';
import { messageUnlocked, subscribeDialogOpened, unlockDialogOpened } from '@web/session/store/dialogs.slice';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { serializeError } from '@web/services/serialized-error';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { usePayment } from '@web/checkout/use-payment';
import { useShortfall } from '@web/checkout/use-shortfall';
import { balanceReceived } from '@web/session/store/user.slice';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { BalanceChange, SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { useSWRConfig } from 'swr';
import styles from './charges.module.css';

type MessageCharge = ResponseOf<'POST /wallet/charges/message/:id'>;
type StreamCharge = ResponseOf<'POST /wallet/charges/stream/:id'>;
type UnlockCharge =
  | ResponseOf<
      | 'POST /wallet/charges/feed/:id'
      | 'POST /wallet/charges/video/:id'
      | 'POST /wallet/charges/gallery/:id'
      | 'POST /wallet/charges/ticket/:id'
    >
  | MessageCharge
  | StreamCharge;
type Price = number;

interface UnlockDialogProps {
  target: UnlockTarget;
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
  onClose: () => void;
}

const endpoints: Record<
  UnlockTarget['type'],
  {
    buy: (id: string, expectedPrice: Price, idempotencyKey: string) => Promise<UnlockCharge>;
    read: (id: string) => Promise<{ price: Price | null }>;
  }
> = {
  feed: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/feed/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    read: (id) => services.feeds['GET /user/feeds/:id']({ params: { id } }),
  },
  video: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/video/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    read: (id) => services.videos['GET /performer-assets/videos/:id']({ params: { id } }),
  },
  gallery: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/gallery/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    read: (id) => services.galleries['GET /performer-assets/galleries/:id']({ params: { id } }),
  },
  message: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/message/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    // The price of a sent message never changes.
    read: () => Promise.resolve({ price: null }),
  },
  ticket: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/ticket/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    read: async (id) => ({ price: (await services.feeds['GET /user/feeds/:id']({ params: { id } })).tickets?.price ?? null }),
  },
  stream: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/stream/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    read: async (id) => (await services.streaming['GET /streaming/join/:id']({ params: { id } })).stream,
  },
};

const isMessage = (charge: UnlockCharge): charge is MessageCharge => charge.type === 'message';

/** What the buyer gets, as a sentence. */
function descriptionOf({ type, contents, performer: { name } }: UnlockTarget): string {
  if (type === 'ticket')
    return `Watch this live stream by ${name}, plus the recording if there is one. If the live stream doesn’t take place, your tokens are refunded automatically.`;
  if (type === 'stream') return `Watch this live stream by ${name} until it ends.`;
  return contents === '' ? `By ${name}. Yours to keep.` : `${contents} by ${name}. Yours to keep.`;
}

export function UnlockDialog(props: UnlockDialogProps) {
  const user = useCurrentUser();
  return user === null ? null : <UnlockForm {...props} user={user} />;
}

function UnlockForm({ target, parts, onClose, user }: UnlockDialogProps & { user: CurrentUser }) {
  const { type, id, title, price, performer, isInSubscription } = target;
  const dispatch = useAppDispatch();
  const updateCached = useUpdateCached();
  const { mutate } = useSWRConfig();
  const { state, error, pay } = usePayment<UnlockCharge>();
  const [isRepriced, setRepriced] = useState(false);
  const after = sumOf(user.balance, -price);
  const { isShort, missing, onPending } = useShortfall(-after);

  const reloadPrice = async () => {
    const fresh = await endpoints[type].read(id).catch(() => null);
    if (fresh === null || fresh.price === null || fresh.price === price) return;
    setRepriced(true);
    dispatch(unlockDialogOpened({ ...target, price: fresh.price }));
  };
  const unlock = async () => {
    setRepriced(false);
    const charge = await pay(async (idempotencyKey) => {
      try {
        return await endpoints[type].buy(id, price, idempotencyKey);
      } catch (thrown) {
        if (serializeError(thrown, '').code === 'price_changed') await reloadPrice();
        throw thrown;
      }
    });
    if (charge === null) return;
    if (charge.balanceAfter !== null) dispatch(balanceReceived(charge.balanceAfter));
    if (isMessage(charge)) dispatch(messageUnlocked(charge.item));
    else if ('item' in charge) updateCached(id, () => charge.item);
    else void mutate(isResponseOf('GET /streaming/join/:id'));
    void mutate(isResponseOf('GET /wallet/purchases'));
    const paid = formatTokenCount(charge.price);
    showToast({ text: type === 'ticket' ? `Ticket bought · ${paid}` : `Unlocked · ${paid}`, tone: 'ok' });
    onClose();
  };
  const { TopUpInPlace } = parts;
  return (
    <OpenSheet
      title={type === 'ticket' ? `Ticket for ${title}` : `Unlock ${title}`}
      onClose={onClose}
      actions={
        isShort ? null : (
          <Button kind="money" size="large" wide busy={state !== 'idle'} onPress={() => void unlock()}>
            {state === 'checking'
              ? 'Checking…'
              : type === 'ticket'
                ? `Buy ticket for ${formatTokens(price)}`
                : `Unlock for ${formatTokens(price)}`}
          </Button>
        )
      }
    >
      <div className={styles.dialog}>
        <p>{descriptionOf(target)}</p>
        <div className={styles.sums}>
          <SplitLine price={price} commissionRate={performer.commissionRate} name={performer.name} unit={{ tokens: true }} />
          <BalanceChange before={user.balance} after={after} />
        </div>
        {isInSubscription ? <SubscriptionOffer target={target} onClose={onClose} /> : null}
        {isRepriced ? <Notice tone="warn">{`The price is now ${formatTokenCount(price)}. You haven’t been charged.`}</Notice> : null}
        {state === 'checking' ? <Notice>Checking your payment. You won’t be charged twice.</Notice> : null}
        {error === null || isRepriced ? null : <Notice tone="danger">{error.message}</Notice>}
        {isShort ? <TopUpInPlace missing={missing} andThen="unlock" onPending={onPending} onDone={() => void unlock()} /> : null}
      </div>
    </OpenSheet>
  );
}

/** Offers a subscription that unlocks this item and similar ones. */
function SubscriptionOffer({ target: { performer }, onClose }: Pick<UnlockDialogProps, 'target' | 'onClose'>) {
  const dispatch = useAppDispatch();
  const subscribe = async () => {
    try {
      const profile = await services.performers['GET /performers/:id']({ params: { id: performer._id } });
      onClose();
      dispatch(subscribeDialogOpened({ performer: profile }));
    } catch (thrown) {
      showFailure(thrown);
    }
  };
  return (
    <div className={styles.cheaper}>
      <p>
        Also included in a subscription
        {performer.monthlyPrice > 0 ? `, from ${formatTokens(performer.monthlyPrice)} a month` : ''}.
      </p>
      <Button size="small" onPress={() => void subscribe()}>
        Subscribe
      </Button>
    </div>
  );
}

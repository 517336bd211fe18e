/**
 * Buying an item: what is inside, its price, who gets what of it, and the balance before and after. A balance that is too low is
 * topped up in place; a price that has changed is shown and must be accepted anew. Bought before, it opens and nothing is paid.
 */
import { useState } from 'react';
import { formatTokens, spokenTokens, sumOf } from '@web/lib/i18n/money';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { isAnswerOf } from '@web/services/use-endpoint';
import { messageOpened, subscribeAsked, unlockAsked } from '@web/session/store/dialogs.slice';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { usePayment } from '@web/checkout/use-payment';
import { useShortfall } from '@web/session/use-shortfall';
import { balanceHeard } from '@web/session/store/user.slice';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { BalanceChange, SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { useSWRConfig } from 'swr';
import styles from './charges.module.css';

type Opened = AnswerOf<'POST /wallet/charges/message/:id'>;
type Entry = AnswerOf<'POST /wallet/charges/stream/:id'>;
type Bought =
  AnswerOf<'POST /wallet/charges/feed/:id' | 'POST /wallet/charges/video/:id' | 'POST /wallet/charges/gallery/:id'> | Opened | Entry;
type Price = number;

interface UnlockDialogProps {
  target: UnlockTarget;
  parts: Pick<WalletParts, 'TopUpInPlace'>;
  onClose: () => void;
}

const ways: Record<
  UnlockTarget['type'],
  {
    buy: (id: string, expectedPrice: Price, idempotencyKey: string) => Promise<Bought>;
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
    // What was sent is not priced anew.
    read: () => Promise.resolve({ price: null }),
  },
  stream: {
    buy: (id, expectedPrice, idempotencyKey) =>
      services.wallet['POST /wallet/charges/stream/:id']({ params: { id }, body: { expectedPrice } }, { idempotencyKey }),
    read: async (id) => (await services.streaming['GET /streaming/join/:id']({ params: { id } })).stream,
  },
};

const isMessage = (charge: Bought): charge is Opened => charge.type === 'message';

/** What the buyer gets, as a sentence. */
function wordsOf({ type, inside, performer: { name } }: UnlockTarget): string {
  if (type === 'stream') return `Your entry to this show by ${name}, for as long as it runs.`;
  return inside === '' ? `By ${name}. Yours to keep.` : `${inside} by ${name}. Yours to keep.`;
}

export function UnlockDialog(props: UnlockDialogProps) {
  const user = useCurrentUser();
  return user === null ? null : <UnlockForm {...props} user={user} />;
}

function UnlockForm({ target, parts, onClose, user }: UnlockDialogProps & { user: CurrentUser }) {
  const { type, id, title, price, performer, isInSubscription } = target;
  const tell = useIntents();
  const change = useChangeKept();
  const { mutate } = useSWRConfig();
  const { state, problem, pay } = usePayment<Bought>();
  const [isRepriced, setRepriced] = useState(false);
  const after = sumOf(user.balance, -price);
  const { isShort, missing, onUnderWay } = useShortfall(-after);

  const reprice = async () => {
    const fresh = await ways[type].read(id).catch(() => null);
    if (fresh === null || fresh.price === null || fresh.price === price) return;
    setRepriced(true);
    tell(unlockAsked({ ...target, price: fresh.price }));
  };
  const unlock = async () => {
    setRepriced(false);
    const charge = await pay(async (idempotencyKey) => {
      try {
        return await ways[type].buy(id, price, idempotencyKey);
      } catch (thrown) {
        if (problemOf(thrown, '').code === 'price_changed') await reprice();
        throw thrown;
      }
    });
    if (charge === null) return;
    if (charge.balanceAfter !== null) tell(balanceHeard(charge.balanceAfter));
    if (isMessage(charge)) tell(messageOpened(charge.item));
    else if ('item' in charge) change(id, () => charge.item);
    else void mutate(isAnswerOf('GET /streaming/join/:id'));
    void mutate(isAnswerOf('GET /wallet/purchases'));
    showToast({ text: `Unlocked · ${spokenTokens(charge.price)}`, tone: 'ok' });
    onClose();
  };
  const { TopUpInPlace } = parts;
  return (
    <OpenSheet
      title={`Unlock ${title}`}
      onClose={onClose}
      actions={
        isShort ? null : (
          <Button kind="primary" wide busy={state !== 'idle'} onPress={() => void unlock()}>
            {state === 'checking' ? 'Checking…' : `Unlock for ${formatTokens(price)}`}
          </Button>
        )
      }
    >
      <div className={styles.dialog}>
        <p>{wordsOf(target)}</p>
        <div className={styles.sums}>
          <SplitLine price={price} commissionRate={performer.commissionRate} name={performer.name} unit={{ tokens: true }} />
          <BalanceChange before={user.balance} after={after} />
        </div>
        {isInSubscription ? <Cheaper target={target} onClose={onClose} /> : null}
        {isRepriced ? <Notice tone="warn">{`The price is ${spokenTokens(price)} now. Nothing was paid.`}</Notice> : null}
        {state === 'checking' ? <Notice>Checking what became of the payment. It is never made twice.</Notice> : null}
        {problem === null || isRepriced ? null : <Notice tone="danger">{problem.message}</Notice>}
        {isShort ? <TopUpInPlace missing={missing} andThen="unlock" onUnderWay={onUnderWay} onDone={() => void unlock()} /> : null}
      </div>
    </OpenSheet>
  );
}

/** The way that opens this and everything else like it. */
function Cheaper({ target: { performer }, onClose }: Pick<UnlockDialogProps, 'target' | 'onClose'>) {
  const tell = useIntents();
  const subscribe = async () => {
    try {
      const profile = await services.performers['GET /performers/:id']({ params: { id: performer._id } });
      onClose();
      tell(subscribeAsked({ performer: profile }));
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

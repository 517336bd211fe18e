/** Where it goes, what its sellers should know, what it costs, and the button that pays. A balance that is too low is topped up in place. */
import * as limits from '@contract/kernel/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fieldRules } from '@web/lib/field-rules';
import { formatTokens, sumOf } from '@web/lib/i18n/money';
import type { CurrentUser } from '@web/session/intents';
import type { Problem } from '@web/session/problem';
import { useValueDraft } from '@web/forms/use-draft';
import { useShortfall } from '@web/session/use-shortfall';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { BalanceChange } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Fault } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { AddressPicker } from './address-picker';
import { CheckoutLines } from './checkout-lines';
import { PaymentWord } from './payment-word';
import type { CartCheck, CheckedLine } from './use-cart-check';
import type { Checkout } from '../../../store/use-checkout';
import styles from './cart.module.css';

interface CheckoutFormProps {
  user: CurrentUser;
  lines: readonly CheckedLine[];
  total: number;
  check: CartCheck;
  checkout: Checkout;
  parts: Pick<WalletParts, 'TopUpInPlace'>;
}

interface Delivery {
  addressId: string | null;
  phone: string;
  note: string;
}

/** What the fields lack, or were refused for. */
interface Wrong {
  address?: string;
  phone?: string;
}

/** What a refusal says of the fields rather than of the whole. */
function wrongIn({ code, message, issues }: Problem): Wrong {
  const phone = issues.find(({ path }) => path === 'phoneNumber')?.message;
  if (phone !== undefined) return { phone };
  return code === 'address_required' || code === 'address_not_found' ? { address: message } : {};
}

export function CheckoutForm({ user, lines, total, check, checkout, parts }: CheckoutFormProps) {
  const first: Delivery = { addressId: null, phone: user.phone ?? '', note: '' };
  const [{ addressId, phone, note }, change] = useValueDraft('checkout', first);
  const [wrong, setWrong] = useState<Wrong>({});
  const [isAccepted, setAccepted] = useState(false);
  const phoneBox = useRef<HTMLInputElement>(null);
  const deliveryHead = useRef<HTMLHeadingElement>(null);
  const { state, problem, sent, isSpent, saidOf, pay, sendAgain } = checkout;

  const isSent = lines.some(({ line }) => line.type === 'physical');
  const isFixed = sent !== null;
  const isReady = isFixed || (check.isChecked && !check.isRepriced && !check.hasTrouble);
  // While something is in doubt, all of it stays as it was sent: the socket may have brought the new balance already.
  const before = sent?.balance ?? user.balance;
  const after = sumOf(before, -total);
  const { isShort, missing, onUnderWay } = useShortfall(isReady && !isFixed ? -after : 0);
  const refused = problem === null || isFixed ? {} : wrongIn(problem);
  const shown =
    sent === null
      ? { addressId, phone, note }
      : { addressId: sent.body.deliveryAddressId ?? null, phone: sent.body.phoneNumber ?? '', note: sent.body.userNote ?? '' };
  const chooseAddress = useCallback(
    (id: string) => {
      change({ addressId: id });
      setWrong((faults) => ({ ...faults, address: '' }));
    },
    [change],
  );

  // The button may be far below: focus brings what it asks for into sight.
  const focusOn = useCallback((faults: Wrong) => {
    if (faults.address) deliveryHead.current?.focus();
    else if (faults.phone) phoneBox.current?.focus();
  }, []);
  const refusedField = refused.address ?? refused.phone;
  useEffect(() => {
    if (problem !== null && refusedField !== undefined) focusOn(wrongIn(problem));
  }, [problem, refusedField, focusOn]);
  /** Whether it may be paid as it stands; marks the fields that say no. */
  const isFit = (): boolean => {
    if (!isReady) return false;
    const phoneFault = fieldRules.phone.validate(phone);
    const found: Wrong = {
      ...(isSent && addressId === null ? { address: 'Choose an address, or save the new one first.' } : {}),
      ...(isSent && phoneFault !== true ? { phone: phoneFault } : {}),
    };
    setWrong(found);
    setAccepted(false);
    focusOn(found);
    return found.phone === undefined && found.address === undefined;
  };
  const submit = async () => {
    if (!isFixed && !isFit()) return;
    const delivery = isSent && addressId !== null ? { deliveryAddressId: addressId, phoneNumber: phone.trim() } : {};
    const bought = await (isFixed ? sendAgain() : pay(lines, total, { ...delivery, userNote: note.trim() }));
    // The number is kept for the next time; the host puts the address that was used first.
    if (bought !== null) change({ note: '', addressId: null });
  };
  const accept = () => {
    check.acceptPrices();
    setAccepted(true);
  };

  const isBusy = state !== 'idle';
  const { TopUpInPlace } = parts;
  const isSaid = problem === null || (isAccepted && problem.code === 'price_changed') || Object.keys(refused).length > 0;
  return (
    <>
      {isSent ? (
        <section className={styles.group} aria-labelledby="checkout-delivery">
          <h2 ref={deliveryHead} id="checkout-delivery" tabIndex={-1} className={styles.groupTitle}>
            Delivery
          </h2>
          <AddressPicker
            value={shown.addressId}
            onChange={chooseAddress}
            disabled={isFixed}
            error={(wrong.address ?? refused.address) || null}
          />
          <TextField
            ref={phoneBox}
            type="tel"
            label="Phone number"
            hint="For whoever delivers it."
            autoComplete="tel"
            maxLength={30}
            value={shown.phone}
            disabled={isFixed}
            error={wrong.phone ?? refused.phone}
            onChange={(event) => {
              change({ phone: event.target.value });
              setWrong((faults) => ({ ...faults, phone: '' }));
            }}
          />
        </section>
      ) : null}
      <section className={styles.group} aria-labelledby="checkout-lines">
        <h2 id="checkout-lines" className={styles.groupTitle}>
          What you buy
        </h2>
        <CheckoutLines lines={lines} saidOf={saidOf} />
        <TextAreaField
          label="Note for the seller"
          optional
          rows={2}
          maxLength={limits.orderNoteLengthMax}
          value={shown.note}
          disabled={isFixed}
          onChange={(event) => change({ note: event.target.value })}
        />
      </section>
      <section className={styles.sums} aria-label="Payment">
        <p className={styles.total}>
          <span>Total</span>
          <Tokens amount={total} />
        </p>
        <BalanceChange before={before} after={after} />
        {check.error !== undefined && !check.isChecked && !isFixed ? <Fault error={check.error} onRetry={check.check} /> : null}
        {check.isRepriced && !isFixed ? (
          <Notice tone="warn" title="Prices have changed" action={<Button onPress={accept}>Accept new prices</Button>}>
            The marked lines cost something else than you have seen. Nothing was paid.
          </Notice>
        ) : null}
        {check.hasTrouble && !isFixed ? (
          <Notice tone="warn" action={<Button href="/cart">Change cart</Button>}>
            There are not enough of the marked things.
          </Notice>
        ) : null}
        {state === 'checking' ? <Notice>Checking what became of the payment. It is never made twice.</Notice> : null}
        {!isBusy && (isFixed || !isSaid) ? <PaymentWord checkout={checkout} /> : null}
        {isSpent ? null : isShort ? (
          <TopUpInPlace missing={missing} andThen="pay" onUnderWay={onUnderWay} mayBuy={isFit} onDone={() => void submit()} />
        ) : (
          <Button kind="primary" wide busy={isBusy} disabled={!isReady} onPress={() => void submit()}>
            {state === 'checking' ? 'Checking…' : `Pay ${formatTokens(total)}`}
          </Button>
        )}
      </section>
    </>
  );
}

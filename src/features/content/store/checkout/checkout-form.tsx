/** The delivery, a note to the sellers, the total, and the pay button. A balance that is too low is topped up in place. */
import * as limits from '@contract/kernel/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fieldRules } from '@web/lib/field-rules';
import { formatTokens, sumOf } from '@web/lib/i18n/money';
import type { CurrentUser } from '@web/services/current-user';
import type { SerializedError } from '@web/services/serialized-error';
import { useValueDraft } from '@web/forms/use-draft';
import { useShortfall } from '@web/checkout/use-shortfall';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { BalanceChange } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { AddressPicker } from './address-picker';
import { CheckoutLines } from './checkout-lines';
import { PaymentStatus } from './payment-word';
import type { CartCheck, CheckedLine } from './use-cart-check';
import type { Checkout } from './use-checkout';
import styles from './cart.module.css';

interface CheckoutFormProps {
  user: CurrentUser;
  lines: readonly CheckedLine[];
  total: number;
  check: CartCheck;
  checkout: Checkout;
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
}

interface Delivery {
  addressId: string | null;
  phone: string;
  note: string;
}

interface FieldErrors {
  address?: string;
  phone?: string;
}

/** The API's error as field errors; empty if it belongs to no field. */
function fieldErrorsOf({ code, message, issues }: SerializedError): FieldErrors {
  const phone = issues.find(({ path }) => path === 'phoneNumber')?.message;
  if (phone !== undefined) return { phone };
  return code === 'address_required' || code === 'address_not_found' ? { address: message } : {};
}

export function CheckoutForm({ user, lines, total, check, checkout, parts }: CheckoutFormProps) {
  const initialDelivery: Delivery = { addressId: null, phone: user.phone ?? '', note: '' };
  const [{ addressId, phone, note }, change] = useValueDraft('checkout', initialDelivery);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [isAccepted, setAccepted] = useState(false);
  const phoneInput = useRef<HTMLInputElement>(null);
  const deliveryHead = useRef<HTMLHeadingElement>(null);
  const { state, error, pendingPayment, isKeyExpired, lineErrors, pay, retry } = checkout;

  const needsDelivery = lines.some(({ line }) => line.type === 'physical');
  const isReadOnly = pendingPayment !== null;
  const isReady = isReadOnly || (check.isChecked && !check.isRepriced && !check.hasStockIssue);
  // While a payment's outcome is unknown, everything is shown as sent: a socket event may already have changed the balance.
  const before = pendingPayment?.balance ?? user.balance;
  const after = sumOf(before, -total);
  const { isShort, missing, onPending } = useShortfall(isReady && !isReadOnly ? -after : 0);
  const apiFieldErrors = error === null || isReadOnly ? {} : fieldErrorsOf(error);
  const shown =
    pendingPayment === null
      ? { addressId, phone, note }
      : {
          addressId: pendingPayment.body.deliveryAddressId ?? null,
          phone: pendingPayment.body.phoneNumber ?? '',
          note: pendingPayment.body.userNote ?? '',
        };
  const chooseAddress = useCallback(
    (id: string) => {
      change({ addressId: id });
      setFieldErrors((fieldErrors) => ({ ...fieldErrors, address: '' }));
    },
    [change],
  );

  // The button may be far below: moving the focus scrolls the invalid field into view.
  const focusFirstError = useCallback((fieldErrors: FieldErrors) => {
    if (fieldErrors.address) deliveryHead.current?.focus();
    else if (fieldErrors.phone) phoneInput.current?.focus();
  }, []);
  const apiFieldError = apiFieldErrors.address ?? apiFieldErrors.phone;
  useEffect(() => {
    if (error !== null && apiFieldError !== undefined) focusFirstError(fieldErrorsOf(error));
  }, [error, apiFieldError, focusFirstError]);
  /** Whether the form can be submitted; marks invalid fields. */
  const validate = (): boolean => {
    if (!isReady) return false;
    const phoneError = fieldRules.phone.validate(phone);
    const found: FieldErrors = {
      ...(needsDelivery && addressId === null ? { address: 'Choose a delivery address, or save the new one.' } : {}),
      ...(needsDelivery && phoneError !== true ? { phone: phoneError } : {}),
    };
    setFieldErrors(found);
    setAccepted(false);
    focusFirstError(found);
    return found.phone === undefined && found.address === undefined;
  };
  const submit = async () => {
    if (!isReadOnly && !validate()) return;
    const delivery = needsDelivery && addressId !== null ? { deliveryAddressId: addressId, phoneNumber: phone.trim() } : {};
    const purchase = await (isReadOnly ? retry() : pay(lines, total, { ...delivery, userNote: note.trim() }));
    // The phone number is kept for the next order; the API moves the used address to the top.
    if (purchase !== null) change({ note: '', addressId: null });
  };
  const accept = () => {
    check.acceptPrices();
    setAccepted(true);
  };

  const isBusy = state !== 'idle';
  const { TopUpInPlace } = parts;
  const isShownElsewhere = error === null || (isAccepted && error.code === 'price_changed') || Object.keys(apiFieldErrors).length > 0;
  return (
    <>
      {needsDelivery ? (
        <section className={styles.group} aria-labelledby="checkout-delivery">
          <h2 ref={deliveryHead} id="checkout-delivery" tabIndex={-1} className={styles.groupTitle}>
            Delivery
          </h2>
          <AddressPicker
            value={shown.addressId}
            onChange={chooseAddress}
            disabled={isReadOnly}
            error={(fieldErrors.address ?? apiFieldErrors.address) || null}
          />
          <TextField
            ref={phoneInput}
            type="tel"
            label="Phone number"
            hint="In case the courier needs to reach you"
            autoComplete="tel"
            maxLength={30}
            value={shown.phone}
            disabled={isReadOnly}
            error={fieldErrors.phone ?? apiFieldErrors.phone}
            onChange={(event) => {
              change({ phone: event.target.value });
              setFieldErrors((fieldErrors) => ({ ...fieldErrors, phone: '' }));
            }}
          />
        </section>
      ) : null}
      <section className={styles.group} aria-labelledby="checkout-lines">
        <h2 id="checkout-lines" className={styles.groupTitle}>
          Your items
        </h2>
        <CheckoutLines lines={lines} lineErrors={lineErrors} />
        <TextAreaField
          label="Note to the seller"
          optional
          rows={2}
          maxLength={limits.orderNoteLengthMax}
          value={shown.note}
          disabled={isReadOnly}
          onChange={(event) => change({ note: event.target.value })}
        />
      </section>
      <section className={styles.sums} aria-label="Payment">
        <p className={styles.total}>
          <span>Total</span>
          <Tokens amount={total} />
        </p>
        <BalanceChange before={before} after={after} />
        {check.error !== undefined && !check.isChecked && !isReadOnly ? <ErrorState error={check.error} onRetry={check.recheck} /> : null}
        {check.isRepriced && !isReadOnly ? (
          <Notice tone="warn" title="Prices have changed" action={<Button onPress={accept}>Accept new prices</Button>}>
            The marked items have a new price. You haven’t been charged.
          </Notice>
        ) : null}
        {check.hasStockIssue && !isReadOnly ? (
          <Notice tone="warn" action={<Button href="/cart">Edit cart</Button>}>
            Not enough stock for the marked items.
          </Notice>
        ) : null}
        {state === 'checking' ? <Notice>Checking your payment. You won’t be charged twice.</Notice> : null}
        {!isBusy && (isReadOnly || !isShownElsewhere) ? <PaymentStatus checkout={checkout} /> : null}
        {isKeyExpired ? null : isShort ? (
          <TopUpInPlace missing={missing} andThen="pay" onPending={onPending} mayBuy={validate} onDone={() => void submit()} />
        ) : (
          <Button kind="primary" wide busy={isBusy} disabled={!isReady} onPress={() => void submit()}>
            {state === 'checking' ? 'Checking…' : `Pay ${formatTokens(total)}`}
          </Button>
        )}
      </section>
    </>
  );
}

/** Buys tokens: amount, coupon and card. The button shows the price. */
import * as limits from '@contract/kernel/limits';
import { useRef, useState } from 'react';
import { parseAmount, currencySign, formatCurrency, discountedPrice, formatTokenCount } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { isPending } from '@web/checkout/use-card-payment';
import type { Payment } from '@web/checkout/use-tracked-payment';
import type { CardChoice } from '@web/checkout/wallet-parts';
import { AmountChoice } from '@web/ui/forms/amount-choice';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { CardPicker } from './card-picker';
import { CouponField } from './coupon-field';
import type { Coupon } from './coupon-field';
import { resultPath } from './payment-labels';
import { PaymentProgress } from './payment-progress';
import { packagesRequest } from './requests';
import { useTopUp } from './use-top-up';
import styles from './wallet.module.css';

type Package = ResponseOf<'GET /package/token/search'>['data'][number];

/** The option for an amount that no package offers. */
const customAmount = 'amount';

/** The tokens to buy, and their price. */
interface TopUpOrder {
  price: number;
  tokens: number;
  selection: { amount: number } | { packageId: string };
}

/** Null while the amount is invalid. */
function orderOf(tokenPackage: Package | undefined, typed: string, minimum: number, maximum: number): TopUpOrder | null {
  if (tokenPackage) return { price: tokenPackage.price, tokens: tokenPackage.tokens, selection: { packageId: tokenPackage._id } };
  const amount = parseAmount(typed);
  return amount === null || amount < minimum || amount > maximum ? null : { price: amount, tokens: amount, selection: { amount } };
}

export function TopUpForm() {
  const { minimumWalletPrice: minimum, maximumWalletPrice: maximum, currency } = useSettings();
  const offered = useEndpoint('GET /package/token/search', packagesRequest);
  const packages = offered.data?.data ?? [];
  const presets = limits.topUpPresets.filter((preset) => preset >= minimum && preset <= maximum);
  const [picked, setPicked] = useState(customAmount);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState('');
  const [coupon, setCoupon] = useState<Coupon | null>(null);
  const [done, setDone] = useState<Payment | null>(null);
  const choice = useRef<CardChoice>(null);
  /** Reloads outdated prices, so that the user sees the new ones before paying. */
  const reloadPrices = async () => {
    await offered.mutate();
    if (coupon === null) return;
    const params = { code: coupon.code };
    setCoupon(await services.payments['POST /coupons/:code/apply-coupon']({ params, body: {} }).catch(() => null));
  };
  const { paying, buy } = useTopUp(choice, reloadPrices, (payment) => {
    setDone(payment);
    setTyped('');
    setCoupon(null);
  });

  const order = orderOf(
    packages.find(({ _id }) => _id === picked),
    typed,
    minimum,
    maximum,
  );
  const range = `From ${formatCurrency(minimum, currency)} to ${formatCurrency(maximum, currency)}.`;
  const total = order === null ? null : coupon === null ? order.price : discountedPrice(order.price, coupon.value);
  const isBusy = isPending(paying.state) && paying.state !== 'paid';
  const isAwaitingBank = paying.state === 'authenticating' || paying.state === 'waiting';

  const submit = () => {
    if (order === null || total === null) {
      setFieldError(`Enter an amount. ${range}`);
      return;
    }
    setDone(null);
    void buy({
      ...order.selection,
      ...(coupon === null ? {} : { couponCode: coupon.code }),
      expectedPrice: total,
      expectedTokens: order.tokens,
    });
  };

  return (
    <div className={styles.form}>
      {packages.length === 0 ? null : (
        <Radios
          label="Tokens"
          value={picked}
          disabled={isBusy}
          onChange={setPicked}
          options={[
            ...packages.map(({ _id, name, description, price, tokens }) => ({
              value: _id,
              label: `${formatTokenCount(tokens)} · ${name}`,
              note: description === '' ? undefined : description,
              end: formatCurrency(price, currency),
            })),
            { value: customAmount, label: 'Other amount' },
          ]}
        />
      )}
      {picked === customAmount ? (
        <AmountChoice
          label="Amounts"
          presets={presets}
          amountLabel="Amount"
          unit={currencySign(currency)}
          hint={`${range} 1 token costs ${formatCurrency(1, currency)}.`}
          error={fieldError}
          value={typed}
          disabled={isBusy}
          onChange={(text) => {
            setTyped(text);
            setFieldError('');
          }}
        />
      ) : null}
      <CouponField coupon={coupon} onCoupon={setCoupon} disabled={isBusy} />
      {total === 0 ? null : <CardPicker ref={choice} disabled={isBusy} />}
      {order === null || total === null ? null : (
        <p className={styles.sum}>
          You pay <strong>{formatCurrency(total, currency)}</strong> and get {formatTokenCount(order.tokens)}
        </p>
      )}
      <PaymentProgress paying={paying} />
      {done === null ? null : (
        <Notice tone="ok" action={<Link href={resultPath(done)}>Receipt</Link>}>
          We’ve added {done.products[0]?.tokens ? formatTokenCount(done.products[0].tokens) : 'your tokens'} to your wallet.
        </Notice>
      )}
      {isAwaitingBank ? null : (
        <Button kind="primary" size="large" wide busy={isBusy} onPress={submit}>
          {paying.state === 'checking' ? 'Checking…' : total === null ? 'Top up' : `Top up ${formatCurrency(total, currency)}`}
        </Button>
      )}
    </div>
  );
}

/** The prices of a subscription, within the site's limits, and what the performer receives. */
import * as limits from '@contract/kernel/limits';
import { parseAmount, currencySign, formatCurrency, splitPrice } from '@web/lib/i18n/money';
import { typedAmount, wholeNumber } from '@web/lib/typed-number';
import { useSettings } from '@web/session/store/hooks';
import type { ProfileChanges } from '@web/session/store/intents';
import { contractResolver } from '@web/forms/contract-resolver';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { OffersSection } from './offers-section';
import { PrivateShowsForm } from './private-shows-form';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../shared/use-profile-form';
import styles from '../shared/account.module.css';

interface Values {
  monthlyPrice: string;
  yearlyPrice: string;
  isFreeSubscription: boolean;
  freeSubscriptionDays: string;
}

const trialDays = limits.freeSubscriptionDays;
const twoDecimals = (amount: number): string => amount.toFixed(2);

export function PricesSection() {
  const performer = usePerformer();
  if (performer === null) return null;
  return (
    <>
      <PricesForm performer={performer} />
      <PrivateShowsForm performer={performer} />
      <OffersSection />
    </>
  );
}

function PricesForm({ performer }: { performer: Performer }) {
  const settings = useSettings();
  const { minimumSubscriptionPrice: minPrice, maximumSubscriptionPrice: maxPrice, currency, freeSubscriptionEnabled } = settings;
  const changesOf = (values: Values): ProfileChanges => ({
    monthlyPrice: typedAmount(values.monthlyPrice),
    yearlyPrice: typedAmount(values.yearlyPrice),
    ...(freeSubscriptionEnabled && { isFreeSubscription: values.isFreeSubscription }),
    ...(freeSubscriptionEnabled && values.isFreeSubscription && { freeSubscriptionDays: wholeNumber(values.freeSubscriptionDays) }),
  });
  const price = {
    text: 'Enter an amount with up to 2 decimals, like 9.99.',
    check: (text: string) =>
      (typedAmount(text) < minPrice || typedAmount(text) > maxPrice) &&
      `Enter a price from ${formatCurrency(minPrice, currency)} to ${formatCurrency(maxPrice, currency)}.`,
  };
  const form = useDraftedForm<Values>(
    {
      defaultValues: {
        monthlyPrice: twoDecimals(performer.monthlyPrice),
        yearlyPrice: twoDecimals(performer.yearlyPrice),
        isFreeSubscription: performer.isFreeSubscription,
        freeSubscriptionDays: String(performer.freeSubscriptionDays),
      },
      resolver: contractResolver('PUT /performers/:id', () => import('@contract/people/performers'), changesOf, {
        monthlyPrice: price,
        yearlyPrice: price,
        freeSubscriptionDays: { text: `Enter ${String(trialDays.min)} to ${String(trialDays.max)} days.` },
      }),
    },
    { draftKey: 'account-prices' },
  );
  const { register, watch, formState } = form;
  const { errors } = formState;
  const isFree = watch('isFreeSubscription');
  const saving = useProfileForm(form, changesOf, { price_out_of_range: 'monthlyPrice' });
  const range = `From ${formatCurrency(minPrice, currency)} to ${formatCurrency(maxPrice, currency)}.`;
  const fields = [
    { name: 'monthlyPrice', label: 'Price per month' },
    { name: 'yearlyPrice', label: 'Price per year' },
  ] as const;

  return (
    <FormSection title="Prices" description="New prices apply to new subscriptions. Current subscribers keep their price." {...saving}>
      {fields.map(({ name, label }) => (
        <div key={name} className={styles.paper}>
          <AmountField label={label} unit={currencySign(currency)} hint={range} error={errors[name]} {...register(name)} />
          <Split text={watch(name)} currency={currency} rate={performer.commissionRate} />
        </div>
      ))}
      {freeSubscriptionEnabled ? (
        <>
          <SwitchField
            label="Offer a free trial"
            hint="Let new subscribers try your content before they pay."
            {...register('isFreeSubscription')}
          />
          {isFree ? (
            <TextField
              label="Trial length (days)"
              inputMode="numeric"
              error={errors.freeSubscriptionDays}
              {...register('freeSubscriptionDays')}
            />
          ) : null}
        </>
      ) : null}
    </FormSection>
  );
}

/** How an amount is split between performer and site. */
function Split({ text, currency, rate }: { text: string; currency: string; rate: number }) {
  const amount = parseAmount(text);
  if (amount === null || amount === 0) return null;
  const { earning, commission } = splitPrice(amount, rate);
  return (
    <p className={styles.split}>
      <strong>You receive {formatCurrency(earning, currency)}</strong> · the site keeps {formatCurrency(commission, currency)}
    </p>
  );
}

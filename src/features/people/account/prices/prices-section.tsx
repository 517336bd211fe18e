/** What a subscription costs, within the site's limits, and what of it the performer receives. */
import * as limits from '@contract/kernel/limits';
import { amountFrom, currencySign, formatCurrency, splitOf } from '@web/lib/i18n/money';
import { useSettings } from '@web/session/store/hooks';
import type { ProfileChanges } from '@web/session/intents';
import { useDraftedForm } from '@web/forms/use-draft';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { OffersSection } from './offers-section';
import { PrivateShowsForm } from './private-shows-form';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../../../account/use-profile-form';
import styles from '../shared/account.module.css';

interface Values {
  monthlyPrice: string;
  yearlyPrice: string;
  isFreeSubscription: boolean;
  freeSubscriptionDays: string;
}

const days = limits.freeSubscriptionDays;
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
  const { minimumSubscriptionPrice: least, maximumSubscriptionPrice: most, currency, freeSubscriptionEnabled } = settings;
  const form = useDraftedForm<Values>(
    {
      defaultValues: {
        monthlyPrice: twoDecimals(performer.monthlyPrice),
        yearlyPrice: twoDecimals(performer.yearlyPrice),
        isFreeSubscription: performer.isFreeSubscription,
        freeSubscriptionDays: String(performer.freeSubscriptionDays),
      },
    },
    { place: 'account-prices' },
  );
  const { register, watch, formState } = form;
  const { errors } = formState;
  const isFree = watch('isFreeSubscription');
  const changesOf = (values: Values): ProfileChanges => ({
    monthlyPrice: amountFrom(values.monthlyPrice) ?? undefined,
    yearlyPrice: amountFrom(values.yearlyPrice) ?? undefined,
    ...(freeSubscriptionEnabled
      ? {
          isFreeSubscription: values.isFreeSubscription,
          ...(values.isFreeSubscription ? { freeSubscriptionDays: Number(values.freeSubscriptionDays) } : {}),
        }
      : {}),
  });
  const saving = useProfileForm(form, changesOf, { price_out_of_range: 'monthlyPrice' });
  const range = `From ${formatCurrency(least, currency)} to ${formatCurrency(most, currency)}.`;
  const price = {
    validate: (text: string) => {
      const amount = amountFrom(text);
      if (amount === null) return 'Enter an amount with at most two decimals, such as 9.99.';
      return (
        (amount >= least && amount <= most) ||
        `This site allows prices from ${formatCurrency(least, currency)} to ${formatCurrency(most, currency)}.`
      );
    },
  };
  const fields = [
    { name: 'monthlyPrice', label: 'Price per month' },
    { name: 'yearlyPrice', label: 'Price per year' },
  ] as const;

  return (
    <FormSection title="Prices" description="New prices count for new subscriptions; running ones keep theirs." {...saving}>
      {fields.map(({ name, label }) => (
        <div key={name} className={styles.paper}>
          <AmountField label={label} unit={currencySign(currency)} hint={range} error={errors[name]} {...register(name, price)} />
          <Split text={watch(name)} currency={currency} rate={performer.commissionRate} />
        </div>
      ))}
      {freeSubscriptionEnabled ? (
        <>
          <SwitchField
            label="Offer a free period"
            hint="New subscribers look around first and pay afterwards."
            {...register('isFreeSubscription')}
          />
          {isFree ? (
            <TextField
              label="Days of the free period"
              inputMode="numeric"
              error={errors.freeSubscriptionDays}
              {...register('freeSubscriptionDays', {
                validate: (text) =>
                  (/^\d{1,3}$/.test(text.trim()) && Number(text) >= days.min && Number(text) <= days.max) ||
                  `Use ${String(days.min)} to ${String(days.max)} days.`,
              })}
            />
          ) : null}
        </>
      ) : null}
    </FormSection>
  );
}

/** Who gets what of an amount. */
function Split({ text, currency, rate }: { text: string; currency: string; rate: number }) {
  const amount = amountFrom(text);
  if (amount === null || amount === 0) return null;
  const { receives, keeps } = splitOf(amount, rate);
  return (
    <p className={styles.split}>
      <strong>You receive {formatCurrency(receives, currency)}</strong> · the site keeps {formatCurrency(keeps, currency)}
    </p>
  );
}

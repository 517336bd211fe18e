/** Offers for new subscribers: bundles of months, and discounts on the first billing period. Part of the prices section. */
import { bundleMonths } from '@contract/kernel/values/subscriptions';
import * as limits from '@contract/kernel/limits';
import { shortDate } from '@web/lib/i18n/dates';
import { formatCurrency } from '@web/lib/i18n/money';
import { parseOptional, wholeNumber } from '@web/lib/typed-number';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { contractResolver } from '@web/forms/contract-resolver';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DateField, SelectField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from '../shared/account.module.css';

type Promotion = ResponseOf<'GET /performer/promotions'>[number];
interface Values {
  /** The number of months of a bundle, or `discount`. */
  kind: string;
  percent: string;
  maximumUses: string;
  lastDay: string;
}

const kinds = [
  ...bundleMonths.map((months) => ({ value: String(months), label: `${String(months)}-month bundle` })),
  { value: 'discount', label: 'Discount on first billing period' },
];
const [minPercent, maxPercent] = [limits.promotionShare.min * 100, limits.promotionShare.max * 100];
const percentOf = (share: number): string => `${String(Math.round(share * 100))}%`;
const titleOf = ({ kind, months, value }: Promotion): string =>
  kind === 'bundle' ? `${String(months)} months, ${percentOf(value)} off` : `${percentOf(value)} off the first billing period`;

export function OffersSection() {
  const { data, error, mutate } = useEndpoint('GET /performer/promotions', {});
  const [ending, setEnding] = useState<Promotion | null>(null);
  const { currency } = useSettings();
  return (
    <>
      <FormSection title="Offers" description="Fans see your offers on your profile before they subscribe.">
        {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {data === undefined && !error ? <Skeleton shape="row" count={2} /> : null}
        {data?.length === 0 ? <EmptyState title="No offers yet" text="Create a bundle or discount to win new subscribers." /> : null}
        {data && data.length > 0 ? (
          <ul className={styles.rows} aria-label="Offers">
            {data.map((offer) => (
              <li key={offer._id} className={styles.row}>
                <div className={styles.person}>
                  <strong>{titleOf(offer)}</strong>
                  <p className={styles.split}>
                    {[
                      offer.price === null ? null : formatCurrency(offer.price, currency),
                      offer.maximumUses === null
                        ? `${String(offer.totalUses)} redeemed`
                        : `${String(offer.totalUses)} of ${String(offer.maximumUses)} redeemed`,
                      offer.endsAt === null ? null : `until ${shortDate(offer.endsAt)}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                <Button size="small" onPress={() => setEnding(offer)}>
                  End offer
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </FormSection>
      <NewOffer onCreated={() => void mutate()} />
      <ConfirmDialog
        open={ending !== null}
        title="End this offer?"
        consequence="Fans can no longer redeem this offer. Those who already did keep it."
        actionLabel="End offer"
        onConfirm={async () => {
          if (ending === null) return;
          await services.subscriptions['DELETE /performer/promotions/:id']({ params: { id: ending._id } });
          setEnding(null);
          await mutate();
        }}
        onClose={() => setEnding(null)}
      />
    </>
  );
}

const bodyOf = ({ kind, percent, maximumUses, lastDay }: Values) => ({
  kind: kind === 'discount' ? ('discount' as const) : ('bundle' as const),
  months: bundleMonths.find((months) => String(months) === kind) ?? null,
  value: wholeNumber(percent) / 100,
  maximumUses: parseOptional(maximumUses, wholeNumber),
  endsAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
});

function NewOffer({ onCreated }: { onCreated: () => void }) {
  const form = useForm<Values>({
    defaultValues: { kind: '3', percent: '10', maximumUses: '', lastDay: '' },
    resolver: contractResolver('POST /performer/promotions', () => import('@contract/money/subscriptions'), bodyOf, {
      percent: { at: 'value', text: `Enter a whole number from ${String(minPercent)} to ${String(maxPercent)}.` },
      maximumUses: { text: 'Use a whole number, or leave this blank.' },
      lastDay: { at: 'endsAt' },
    }),
  });
  const { register, formState } = form;
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      await services.subscriptions['POST /performer/promotions']({ body: bodyOf(values) });
      form.reset();
      showToast({ tone: 'ok', text: 'Offer created' });
      onCreated();
    },
    { fieldOf: { price_out_of_range: 'percent' } },
  );
  const { errors } = formState;
  return (
    <FormSection
      title="New offer"
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      onSave={submit}
      saveLabel="Create offer"
    >
      <SelectField label="Type" options={kinds} {...register('kind')} />
      <div className={styles.pair}>
        <TextField label="Percent off" inputMode="numeric" after="%" error={errors.percent} {...register('percent')} />
        <TextField label="Redemption limit" optional inputMode="numeric" error={errors.maximumUses} {...register('maximumUses')} />
        <DateField label="Last day" optional error={errors.lastDay} {...register('lastDay')} />
      </div>
    </FormSection>
  );
}

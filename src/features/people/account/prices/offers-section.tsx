/** Offers to those who subscribe: bundles of months, and discounts on the first period. Part of the prices. */
import { bundleMonths } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { shortDate } from '@web/lib/i18n/dates';
import { formatCurrency } from '@web/lib/i18n/money';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DateField, SelectField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from '../shared/account.module.css';

type Promotion = AnswerOf<'GET /performer/promotions'>[number];
interface Values {
  /** Months of a bundle, or `discount`. */
  kind: string;
  percent: string;
  maximumUses: string;
  lastDay: string;
}

const kinds = [
  ...bundleMonths.map((months) => ({ value: String(months), label: `Bundle of ${String(months)} months` })),
  { value: 'discount', label: 'Discount on the first period' },
];
const [leastPercent, mostPercent] = [limits.promotionShare.min * 100, limits.promotionShare.max * 100];
const percentOf = (share: number): string => `${String(Math.round(share * 100))} %`;
const titleOf = ({ kind, months, value }: Promotion): string =>
  kind === 'bundle' ? `${String(months)} months, ${percentOf(value)} off` : `${percentOf(value)} off the first period`;

export function OffersSection() {
  const { data, error, mutate } = useEndpoint('GET /performer/promotions', {});
  const [ending, setEnding] = useState<Promotion | null>(null);
  const { currency } = useSettings();
  return (
    <>
      <FormSection title="Offers" description="Shown on your page to whoever is about to subscribe.">
        {error && data === undefined ? <Fault error={error} onRetry={() => void mutate()} /> : null}
        {data === undefined && !error ? <Skeleton shape="row" count={2} /> : null}
        {data?.length === 0 ? <Empty title="No offers yet" text="A bundle or a discount makes the first step easier." /> : null}
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
                        ? `taken ${String(offer.totalUses)} times`
                        : `taken ${String(offer.totalUses)} of ${String(offer.maximumUses)} times`,
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
      <NewOffer onMade={() => void mutate()} />
      <ConfirmDialog
        open={ending !== null}
        title="End this offer?"
        consequence="Nobody can take it any more. Who has taken it keeps what it gave."
        verb="End offer"
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

function NewOffer({ onMade }: { onMade: () => void }) {
  const form = useForm<Values>({ defaultValues: { kind: '3', percent: '10', maximumUses: '', lastDay: '' } });
  const { register, formState } = form;
  const { busy, problem, submit } = useSend(
    form,
    async ({ kind, percent, maximumUses, lastDay }) => {
      await services.subscriptions['POST /performer/promotions']({
        body: {
          kind: kind === 'discount' ? 'discount' : 'bundle',
          months: bundleMonths.find((months) => String(months) === kind) ?? null,
          value: Number(percent) / 100,
          maximumUses: maximumUses === '' ? null : Number(maximumUses),
          endsAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
        },
      });
      form.reset();
      showToast({ tone: 'ok', text: 'Offer made' });
      onMade();
    },
    { fieldOf: { price_out_of_range: 'percent' } },
  );
  const { errors } = formState;
  return (
    <FormSection
      title="New offer"
      busy={busy}
      result={problem ? { tone: 'danger', text: problem.message } : null}
      onSave={submit}
      saveLabel="Make offer"
    >
      <SelectField label="Kind" options={kinds} {...register('kind')} />
      <div className={styles.pair}>
        <TextField
          label="Percent off"
          inputMode="numeric"
          after="%"
          error={errors.percent}
          {...register('percent', {
            validate: (text) =>
              (/^\d{1,2}$/.test(text) && Number(text) >= leastPercent && Number(text) <= mostPercent) ||
              `Use a whole number from ${String(leastPercent)} to ${String(mostPercent)}.`,
          })}
        />
        <TextField
          label="How many may take it"
          optional
          inputMode="numeric"
          error={errors.maximumUses}
          {...register('maximumUses', {
            validate: (text) => text === '' || /^[1-9]\d{0,5}$/.test(text) || 'Use a whole number, or leave it empty.',
          })}
        />
        <DateField label="Last day" optional {...register('lastDay')} />
      </div>
    </FormSection>
  );
}

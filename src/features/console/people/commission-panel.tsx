/** The site's share of a performer's sales: the default rate, or a rate agreed with this performer. */
import * as limits from '@contract/kernel/limits';
import { typedAmount } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { useForm } from 'react-hook-form';
import type { AdminPerformer } from './document-review';
import { Form } from '@web/ui/forms/form';
import styles from '../parts/console.module.css';

const percentOf = (rate: number): string => String(Math.round(rate * 10_000) / 100);

interface CommissionProps {
  performer: AdminPerformer;
  onChanged: (next: AdminPerformer) => void;
}

export function CommissionPanel(props: CommissionProps) {
  const may = useHasRight();
  return (
    <section className={styles.panel} aria-label="Commission">
      <h2 className={styles.panelTitle}>Commission</h2>
      {may('commission.change') ? (
        <CommissionForm {...props} />
      ) : (
        <p className={styles.quiet}>The site keeps {percentOf(props.performer.commissionRate)}% of future sales.</p>
      )}
    </section>
  );
}

const bodyOf = ({ percent }: { percent: string }) => ({ rate: Math.round(typedAmount(percent) * 100) / 10_000 });

function CommissionForm({ performer, onChanged }: CommissionProps) {
  const { commissionRate: defaultRate } = useSettings();
  const form = useForm({
    defaultValues: { percent: percentOf(performer.commissionRate) },
    resolver: contractResolver('PUT /admin/performers/:id/commission', () => import('@contract/money/admin-money'), bodyOf, {
      percent: { at: 'rate', text: `Enter a share from 0 to ${percentOf(limits.commissionRate.max)} with up to 2 decimals.` },
    }),
  });
  const setRate = async (rate: number | null) => {
    const next = await services.adminMoney['PUT /admin/performers/:id/commission']({ params: { id: performer._id }, body: { rate } });
    form.reset({ percent: percentOf(next.commissionRate) });
    onChanged(next);
    showToast({ tone: 'ok', text: 'Commission changed for future sales' });
  };
  const { busy, error, submit } = useSend(form, (values) => setRate(bodyOf(values).rate));
  return (
    <Form className={styles.stack} onSubmit={submit}>
      <TextField
        label="The site’s share of future sales"
        inputMode="decimal"
        after="%"
        hint={`The site’s default share is ${percentOf(defaultRate)}%.`}
        error={form.formState.errors.percent}
        {...form.register('percent')}
      />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Set commission
        </Button>
        {performer.commissionRate === defaultRate ? null : (
          <Button kind="quiet" disabled={busy} onPress={() => void form.handleSubmit(() => setRate(null))()}>
            Reset to default
          </Button>
        )}
      </div>
    </Form>
  );
}

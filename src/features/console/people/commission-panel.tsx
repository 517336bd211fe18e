/** The site's share of what one performer sells: the site's own rate, or one agreed with her. */
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useMay } from '@web/session/use-may';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { useForm } from 'react-hook-form';
import type { Reviewed } from './document-review';
import styles from '../parts/console.module.css';

const percentOf = (rate: number): string => String(Math.round(rate * 10_000) / 100);

interface CommissionProps {
  performer: Reviewed;
  onChanged: (next: Reviewed) => void;
}

export function CommissionPanel(props: CommissionProps) {
  const may = useMay();
  return (
    <section className={styles.panel} aria-label="Commission">
      <h2 className={styles.panelTitle}>Commission</h2>
      {may('commission.change') ? (
        <CommissionForm {...props} />
      ) : (
        <p className={styles.quiet}>The site keeps {percentOf(props.performer.commissionRate)} % of later sales.</p>
      )}
    </section>
  );
}

function CommissionForm({ performer, onChanged }: CommissionProps) {
  const { commissionRate: usual } = useSettings();
  const form = useForm({ defaultValues: { percent: percentOf(performer.commissionRate) } });
  const set = async (rate: number | null) => {
    const next = await services.adminMoney['PUT /admin/performers/:id/commission']({ params: { id: performer._id }, body: { rate } });
    form.reset({ percent: percentOf(next.commissionRate) });
    onChanged(next);
    showToast({ tone: 'ok', text: 'Commission changed for later sales' });
  };
  const { busy, problem, submit } = useSend(form, ({ percent }) => set(Math.round(Number(percent.replace(',', '.')) * 100) / 10_000));
  return (
    <form noValidate className={styles.stack} onSubmit={submit}>
      <TextField
        label="The site's share of later sales"
        inputMode="decimal"
        after="%"
        hint={`The site's usual share is ${percentOf(usual)} %.`}
        error={form.formState.errors.percent}
        {...form.register('percent', {
          validate: (text) => {
            const percent = Number(text.replace(',', '.'));
            const fits = /^\d{1,2}([.,]\d{1,2})?$/.test(text.trim()) && percent <= limits.commissionRate.max * 100;
            return fits || `Use a share from 0 to ${percentOf(limits.commissionRate.max)} with at most two decimals.`;
          },
        })}
      />
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Set commission
        </Button>
        {performer.commissionRate === usual ? null : (
          <Button kind="quiet" disabled={busy} onPress={() => void form.handleSubmit(() => set(null))()}>
            Use the usual share
          </Button>
        )}
      </div>
    </form>
  );
}

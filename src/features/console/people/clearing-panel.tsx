/** The days until a performer's sales can be paid out: the site's default, or a value for this performer. */
import * as limits from '@contract/kernel/limits';
import { wholeNumber } from '@web/lib/typed-number';
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

interface ClearingProps {
  performer: AdminPerformer;
  onChanged: (next: AdminPerformer) => void;
}

export function ClearingPanel(props: ClearingProps) {
  const may = useHasRight();
  const { earningsClearingDays: defaultDays } = useSettings();
  return (
    <section className={styles.panel} aria-label="Clearing period">
      <h2 className={styles.panelTitle}>Clearing period</h2>
      {may('commission.change') ? (
        <ClearingForm {...props} />
      ) : (
        <p className={styles.quiet}>Future sales can be paid out after {props.performer.clearingDays ?? defaultDays} days.</p>
      )}
    </section>
  );
}

const bodyOf = ({ days }: { days: string }) => ({ days: wholeNumber(days) });

function ClearingForm({ performer, onChanged }: ClearingProps) {
  const { earningsClearingDays: defaultDays } = useSettings();
  const { min, max } = limits.clearingDays;
  const form = useForm({
    defaultValues: { days: String(performer.clearingDays ?? defaultDays) },
    resolver: contractResolver('PUT /admin/performers/:id/clearing', () => import('@contract/money/admin-money'), bodyOf, {
      days: { text: `Use a number from ${String(min)} to ${String(max)}.` },
    }),
  });
  const setDays = async (days: number | null) => {
    const next = await services.adminMoney['PUT /admin/performers/:id/clearing']({ params: { id: performer._id }, body: { days } });
    form.reset({ days: String(next.clearingDays ?? defaultDays) });
    onChanged(next);
    showToast({ tone: 'ok', text: 'Clearing period changed for future sales' });
  };
  const { busy, error, submit } = useSend(form, (values) => setDays(bodyOf(values).days));
  return (
    <Form className={styles.stack} onSubmit={submit}>
      <TextField
        label="Clearing period (days)"
        inputMode="numeric"
        hint={`The site’s default is ${String(defaultDays)}.`}
        error={form.formState.errors.days}
        {...form.register('days')}
      />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Set clearing period
        </Button>
        {performer.clearingDays === null ? null : (
          <Button kind="quiet" disabled={busy} onPress={() => void form.handleSubmit(() => setDays(null))()}>
            Reset to default
          </Button>
        )}
      </div>
    </Form>
  );
}

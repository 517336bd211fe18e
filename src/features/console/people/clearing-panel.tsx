/** How long a performer's sales wait until they can be paid out: the site's number of days, or one for them alone. */
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

interface ClearingProps {
  performer: Reviewed;
  onChanged: (next: Reviewed) => void;
}

export function ClearingPanel(props: ClearingProps) {
  const may = useMay();
  const { earningsClearingDays: usual } = useSettings();
  return (
    <section className={styles.panel} aria-label="Clearing time">
      <h2 className={styles.panelTitle}>Clearing time</h2>
      {may('commission.change') ? (
        <ClearingForm {...props} />
      ) : (
        <p className={styles.quiet}>Later sales can be paid out after {props.performer.clearingDays ?? usual} days.</p>
      )}
    </section>
  );
}

function ClearingForm({ performer, onChanged }: ClearingProps) {
  const { earningsClearingDays: usual } = useSettings();
  const { min, max } = limits.clearingDays;
  const form = useForm({ defaultValues: { days: String(performer.clearingDays ?? usual) } });
  const set = async (days: number | null) => {
    const next = await services.adminMoney['PUT /admin/performers/:id/clearing']({ params: { id: performer._id }, body: { days } });
    form.reset({ days: String(next.clearingDays ?? usual) });
    onChanged(next);
    showToast({ tone: 'ok', text: 'Clearing time changed for later sales' });
  };
  const { busy, problem, submit } = useSend(form, ({ days }) => set(Number(days)));
  return (
    <form noValidate className={styles.stack} onSubmit={submit}>
      <TextField
        label="Days until a sale can be paid out"
        inputMode="numeric"
        hint={`The site's usual number is ${String(usual)}.`}
        error={form.formState.errors.days}
        {...form.register('days', {
          validate: (text) => {
            const fits = /^\d{1,2}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
            return fits || `Use a number from ${String(min)} to ${String(max)}.`;
          },
        })}
      />
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Set clearing time
        </Button>
        {performer.clearingDays === null ? null : (
          <Button kind="quiet" disabled={busy} onPress={() => void form.handleSubmit(() => set(null))()}>
            Use the usual number
          </Button>
        )}
      </div>
    </form>
  );
}

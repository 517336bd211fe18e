/** The evidence form of a dispute: collected values can be edited, saved as a draft, and submitted once. */
import * as limits from '@contract/kernel/limits';
import { evidenceFields, type Evidence, type EvidenceField } from '@contract/kernel/values/disputes';
import { formatCurrency } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DisputeWithEvidence } from './dispute-screen';
import { evidenceFieldLabels } from './labels';
import { Form } from '@web/ui/forms/form';
import consoleStyles from '../parts/console.module.css';
import styles from './disputes.module.css';

interface EvidenceFormProps {
  dispute: DisputeWithEvidence;
  onUpdated: (dispute: DisputeWithEvidence) => void;
}

const singleLineFields = evidenceFields.filter((field) => evidenceFieldLabels[field].isShort);
const multiLineFields = evidenceFields.filter((field) => !evidenceFieldLabels[field].isShort);
const rowsMax = 12;
/** The number of rows that fit the text, within limits. */
const rowsOf = (text: string): number => Math.min(rowsMax, Math.max(3, text.split('\n').length + 1));

export function EvidenceForm({ dispute, onUpdated }: EvidenceFormProps) {
  const { _id: id, collected, draft, status, user, amount, currency } = dispute;
  const form = useForm<Evidence>({ defaultValues: draft ?? collected });
  const [confirming, setConfirming] = useState<Evidence | 'accept' | null>(null);
  const { keyOf } = useIdempotencyKey();
  const close = () => setConfirming(null);
  const { errors } = form.formState;

  const saving = useSend(form, async (body) => {
    const saved = await services.adminDisputes['PUT /admin/disputes/:id/evidence']({ params: { id }, body });
    form.reset(saved.draft ?? body);
    showToast({ tone: 'ok', text: 'Draft saved' });
    onUpdated(saved);
  });
  const finish = (next: DisputeWithEvidence, text: string) => {
    close();
    // An unreachable gateway is not a form error: the screen shows it.
    if (next.answer === 'submitted' || next.answer === 'accepted') showToast({ tone: 'ok', text });
    onUpdated(next);
  };
  const submit = async (body: Evidence) => {
    const options = { idempotencyKey: keyOf(body) };
    finish(await services.adminDisputes['POST /admin/disputes/:id/submit']({ params: { id }, body }, options), 'Evidence submitted');
  };
  const accept = async () => {
    const options = { idempotencyKey: keyOf('accept') };
    finish(await services.adminDisputes['POST /admin/disputes/:id/accept']({ params: { id } }, options), 'Dispute accepted');
  };
  const fieldPropsOf = (field: EvidenceField) => ({
    label: evidenceFieldLabels[field].label,
    hint: evidenceFieldLabels[field].hint,
    error: errors[field],
    dir: 'auto',
    maxLength: limits.evidenceLengthMax,
    ...form.register(field),
  });

  return (
    <section className={consoleStyles.panel} aria-label="Evidence">
      <h2 className={consoleStyles.panelTitle}>Evidence</h2>
      <p className={consoleStyles.quiet}>We collected this for you. Review it and edit it as needed. You can submit only once.</p>
      <Form className={styles.form} onSubmit={(event) => void form.handleSubmit(setConfirming)(event)}>
        <div className={styles.short}>
          {singleLineFields.map((field) => (
            <TextField key={field} {...fieldPropsOf(field)} />
          ))}
        </div>
        {multiLineFields.map((field) => (
          <TextAreaField key={field} {...fieldPropsOf(field)} rows={rowsOf((draft ?? collected)[field])} />
        ))}
        {saving.error === null ? null : <Notice tone="danger">{saving.error.message}</Notice>}
        <div className={consoleStyles.actions}>
          <Button kind="primary" type="submit">
            Submit evidence
          </Button>
          <Button busy={saving.busy} onPress={() => saving.submit()}>
            Save draft
          </Button>
          {draft === null ? null : <Button onPress={() => form.reset(collected)}>Use collected evidence</Button>}
          {status === 'needs_response' ? (
            <Button kind="danger" onPress={() => setConfirming('accept')}>
              Accept dispute
            </Button>
          ) : null}
        </div>
      </Form>
      <ConfirmDialog
        open={confirming === 'accept'}
        title="Accept the dispute?"
        consequence={`You lose the dispute, and ${user.name} keeps ${formatCurrency(amount, currency)}. This can’t be undone.`}
        actionLabel="Accept dispute"
        onConfirm={accept}
        onClose={close}
      />
      {confirming === null || confirming === 'accept' ? null : (
        <ConfirmDialog
          open
          tone="plain"
          title="Submit the evidence?"
          consequence="The bank gets it exactly as shown here. You can submit once and can’t make changes later."
          actionLabel="Submit evidence"
          onConfirm={() => submit(confirming)}
          onClose={close}
        />
      )}
    </section>
  );
}

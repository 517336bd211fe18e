/** The form that appeals a decision, and the appeal with its outcome; a decision can be appealed once. */
import * as limits from '@contract/kernel/limits';
import { useForm } from 'react-hook-form';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { TimeAgo } from '@web/ui/display/times';
import type { Decision } from './decision-screen';
import { Form } from '@web/ui/forms/form';
import styles from './safety.module.css';

const { lengthMin, lengthMax } = limits.appeal;

/** `send` submits the text to the API; `onSent` is called after it has succeeded. */
export function AppealForm({ send, onSent }: { send: (text: string) => Promise<unknown>; onSent: () => void }) {
  const form = useForm({
    defaultValues: { text: '' },
    resolver: contractResolver(
      'POST /appeals',
      () => import('@contract/safety/moderation'),
      (values) => values,
      {
        text: { text: `Write at least ${String(lengthMin)} characters so we can understand your appeal.` },
      },
    ),
  });
  const { busy, error, submit } = useSend(form, async ({ text }) => {
    await send(text.trim());
    showToast({ tone: 'ok', text: 'Appeal sent' });
    onSent();
  });
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h2>Appeal this decision</h2>
      <TextAreaField
        label="Reason for your appeal"
        hint="Someone else on our team will review it and reply. You can only appeal once."
        rows={5}
        maxLength={lengthMax}
        error={form.formState.errors.text}
        {...form.register('text')}
      />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div>
        <Button type="submit" kind="primary" busy={busy}>
          Send appeal
        </Button>
      </div>
    </Form>
  );
}

const outcomes = {
  open: { tone: 'hint', title: 'Your appeal is under review' },
  upheld: { tone: 'warn', title: 'We upheld our decision' },
  lifted: { tone: 'ok', title: 'We reversed our decision' },
} as const;

/** The text of an appeal, and its outcome. */
export function AppealState({ appeal: { status, text, note, createdAt } }: { appeal: NonNullable<Decision['appeal']> }) {
  const { tone, title } = outcomes[status];
  return (
    <section className={styles.form} aria-label="Your appeal">
      <Notice tone={tone} title={title}>
        {note === '' ? 'We’ll let you know once it’s decided.' : note}
      </Notice>
      <p className={styles.reason}>{text}</p>
      <p className={styles.quiet}>
        Sent <TimeAgo at={createdAt} />
      </p>
    </section>
  );
}

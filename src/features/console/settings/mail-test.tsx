/** Sends a message with the mail settings in force, and says what came of it. */
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

export function MailTest({ title, about }: { title: string; about: string }) {
  const user = useCurrentUser();
  const [detail, setDetail] = useState<string | null>(null);
  const form = useForm({ defaultValues: { to: user?.email ?? '' } });
  const { busy, problem, submit } = useSend(form, async ({ to }) => {
    setDetail(null);
    setDetail((await services.admin['POST /admin/settings/mail-test']({ body: { to: to.trim() } })).detail);
  });
  const failed = problem ? ({ tone: 'danger', text: problem.message } as const) : null;
  return (
    <FormSection
      title={title}
      description={about}
      saveLabel="Send test message"
      busy={busy}
      result={failed ?? (detail === null ? null : { tone: 'ok', text: `Sent. ${detail}` })}
      onSave={submit}
    >
      <TextField
        label="Send a test message to"
        type="email"
        autoComplete="email"
        error={form.formState.errors.to}
        {...form.register('to', { validate: (to) => /^\S+@\S+$/.test(to.trim()) || 'Enter an e-mail address.' })}
      />
    </FormSection>
  );
}

/** Sends a test email with the current mail settings, and shows the result. */
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { useCurrentUser } from '@web/session/store/hooks';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

const bodyOf = ({ to }: { to: string }) => ({ to: to.trim() });

export function MailTest({ title, about }: { title: string; about: string }) {
  const user = useCurrentUser();
  const [detail, setDetail] = useState<string | null>(null);
  const form = useForm({
    defaultValues: { to: user?.email ?? '' },
    resolver: contractResolver('POST /admin/settings/mail-test', () => import('@contract/site/admin'), bodyOf, {
      to: { text: 'Enter an email address.' },
    }),
  });
  const { busy, error, submit } = useSend(form, async (values) => {
    setDetail(null);
    setDetail((await services.admin['POST /admin/settings/mail-test']({ body: bodyOf(values) })).detail);
  });
  const failed = error ? ({ tone: 'danger', text: error.message } as const) : null;
  return (
    <FormSection
      title={title}
      description={about}
      saveLabel="Send test email"
      busy={busy}
      result={failed ?? (detail === null ? null : { tone: 'ok', text: `Sent. ${detail}` })}
      onSave={submit}
    >
      <TextField label="Send a test email to" type="email" autoComplete="email" error={form.formState.errors.to} {...form.register('to')} />
    </FormSection>
  );
}

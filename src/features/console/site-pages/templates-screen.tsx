/** The site's mail templates: one is selected, shown with sample values in each language, and sent as a test. */
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { useEndpoint } from '@web/services/use-endpoint';
import { nativeNameOf } from '@web/lib/i18n/languages';
import { language as ownLanguage } from '@web/lib/i18n/words';
import { useCurrentUser } from '@web/session/store/hooks';
import { useSend } from '@web/forms/use-send';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConsoleFrame } from '../parts/console-frame';
import shared from '../parts/console.module.css';

export function TemplatesScreen({ languages = ['en'] }: { languages?: readonly string[] }) {
  const { data, error, mutate } = useEndpoint('GET /admin/mail-templates', {}, { revalidateOnFocus: false });
  const [selectedName, setSelectedName] = useState<string | null>(null);
  const [language, setLanguage] = useState(ownLanguage);
  const name = selectedName ?? data?.[0]?.name;
  return (
    <ConsoleFrame title="Email templates" lead="The emails people get, shown with sample values.">
      {data === undefined && error ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data === undefined && !error ? <Skeleton shape="form" count={4} label="Loading the emails…" /> : null}
      {data === undefined || name === undefined ? null : (
        <div className={shared.stack}>
          <SelectField
            label="Email"
            value={name}
            options={data.map((mail) => ({ value: mail.name, label: `${mail.name}: ${mail.subject}` }))}
            onChange={(event) => setSelectedName(event.target.value)}
          />
          {languages.length === 1 ? null : (
            <SelectField
              label="Language"
              value={language}
              options={languages.map((value) => ({ value, label: nativeNameOf(value) }))}
              onChange={(event) => setLanguage(event.target.value)}
            />
          )}
          <TemplatePreview key={`${language} ${name}`} name={name} language={language} />
          <TestMailForm key={`test ${name}`} name={name} language={language} />
        </div>
      )}
    </ConsoleFrame>
  );
}

interface TemplateProps {
  name: string;
  language: string;
}

function TemplatePreview({ name, language }: TemplateProps) {
  const { data, error, mutate } = useEndpoint(
    'GET /admin/mail-templates/:name/preview',
    { params: { name }, query: { language } },
    { revalidateOnFocus: false },
  );
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton count={12} label="Loading the email…" />;
  return (
    <>
      <section className={shared.panel} aria-label="Appearance">
        <h2 className={shared.panelTitle}>{data.subject}</h2>
        <iframe className={shared.mailFrame} title={`Preview of ${data.subject}`} sandbox="" srcDoc={data.html} />
      </section>
      <section className={shared.panel} aria-label="Text">
        <h2 className={shared.panelTitle}>Text</h2>
        <pre className={shared.mailText}>{data.text}</pre>
      </section>
    </>
  );
}

function TestMailForm({ name, language }: TemplateProps) {
  const user = useCurrentUser();
  const [detail, setDetail] = useState<string | null>(null);
  const bodyOf = ({ to }: { to: string }) => ({ to: to.trim(), language });
  const form = useForm({
    defaultValues: { to: user?.email ?? '' },
    resolver: contractResolver('POST /admin/mail-templates/:name/test', () => import('@contract/site/admin-site'), bodyOf, {
      to: { text: 'Enter an email address.' },
    }),
  });
  const { busy, error, submit } = useSend(form, async (values) => {
    setDetail(null);
    setDetail((await services.adminSite['POST /admin/mail-templates/:name/test']({ params: { name }, body: bodyOf(values) })).detail);
  });
  const failed = error ? ({ tone: 'danger', text: error.message } as const) : null;
  return (
    <FormSection
      title="Test email"
      description="Sent immediately with the current email settings."
      saveLabel="Send test email"
      busy={busy}
      result={failed ?? (detail === null ? null : { tone: 'ok', text: `Sent. ${detail}` })}
      onSave={submit}
    >
      <TextField label="Send to" type="email" autoComplete="email" error={form.formState.errors.to} {...form.register('to')} />
    </FormSection>
  );
}

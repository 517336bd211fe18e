/** The contact form of the site. */
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { contractResolver } from '@web/forms/contract-resolver';
import { useCaptcha } from '@web/forms/use-captcha';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Captcha } from '@web/ui/forms/captcha';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Countdown } from '@web/ui/display/times';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { Form } from '@web/ui/forms/form';
import styles from './site-pages.module.css';

const { lengthMin, lengthMax } = limits.contactMessage;
interface Message {
  name: string;
  email: string;
  message: string;
}

/** The message's length as a hint that changes while typing. */
function MessageLength({ control }: { control: Control<Message> }) {
  const length = useWatch({ control, name: 'message' }).trim().length;
  if (length < lengthMin)
    return <>{lengthMin - length === 1 ? '1 more character needed' : `${String(lengthMin - length)} more characters needed`}</>;
  return <span className="figures">{`${String(length)} / ${String(lengthMax)}`}</span>;
}

export function ContactScreen() {
  const user = useCurrentUser();
  const { captcha, captchaField } = useCaptcha();
  const [resendAt, setResendAt] = useState<number | null>(null);
  const form = useDraftedForm<Message>(
    {
      defaultValues: { name: user?.name ?? '', email: user?.email ?? '', message: '' },
      resolver: contractResolver(
        'POST /contact',
        () => import('@contract/site/site'),
        (values) => values,
        {
          name: { empty: 'Enter your name.' },
          message: { text: `Write at least ${String(lengthMin)} characters so we can help.` },
        },
      ),
    },
    { draftKey: 'contact' },
  );
  const { busy, error, submit } = useSend(form, async (message) => {
    await services.site['POST /contact']({ body: { ...message, ...captchaField() } });
    setResendAt(Date.now() + limits.resend_s * 1000);
    form.removeDraft();
    form.resetField('message');
  });
  const { errors } = form.formState;
  return (
    <div className={styles.contact}>
      <PageHead title="Contact" lead="Send our team a message. We’ll reply by email." description="Send our team a message." />
      <Form className={styles.form} onSubmit={submit}>
        {resendAt === null ? null : (
          <Notice tone="ok" title="Message sent">
            Thank you. We’ll reply by email.
          </Notice>
        )}
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <TextField label="Name" autoComplete="name" maxLength={limits.nameLengthMax} error={errors.name} {...form.register('name')} />
        <TextField label="Email" type="email" autoComplete="email" error={errors.email} {...form.register('email')} />
        <TextAreaField
          label="Message"
          rows={7}
          maxLength={lengthMax}
          error={errors.message}
          note={<MessageLength control={form.control} />}
          {...form.register('message')}
        />
        <Captcha captcha={captcha} />
        <div className={styles.send}>
          <Button type="submit" kind="primary" size="large" busy={busy} disabled={resendAt !== null}>
            Send message
          </Button>
          {resendAt === null ? null : (
            <p className={styles.quiet}>
              You can send another message in <Countdown until={resendAt} onEnd={() => setResendAt(null)} />.
            </p>
          )}
        </div>
      </Form>
    </div>
  );
}

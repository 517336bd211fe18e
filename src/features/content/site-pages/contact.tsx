/** Writing to the people who run the site. */
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { useCaptcha } from '@web/forms/use-captcha';
import { useDraftedForm } from '@web/forms/use-draft';
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
import styles from './site-pages.module.css';

const { lengthMin, lengthMax } = limits.contactMessage;
interface Message {
  name: string;
  email: string;
  message: string;
}

/** How far the message is, in words that change as one types. */
function Length({ control }: { control: Control<Message> }) {
  const length = useWatch({ control, name: 'message' }).trim().length;
  if (length < lengthMin)
    return <>{lengthMin - length === 1 ? '1 more character needed' : `${String(lengthMin - length)} more characters needed`}</>;
  return <span className="figures">{`${String(length)} / ${String(lengthMax)}`}</span>;
}

export function ContactScreen() {
  const user = useCurrentUser();
  const { captcha, proof } = useCaptcha();
  const [waitsUntil, setWaitsUntil] = useState<number | null>(null);
  const form = useDraftedForm<Message>(
    { defaultValues: { name: user?.name ?? '', email: user?.email ?? '', message: '' } },
    { place: 'contact' },
  );
  const { busy, problem, submit } = useSend(form, async (message) => {
    await services.site['POST /contact']({ body: { ...message, ...proof() } });
    setWaitsUntil(Date.now() + limits.resend_s * 1000);
    form.forgetDraft();
    form.resetField('message');
  });
  const { errors } = form.formState;
  return (
    <div className={styles.contact}>
      <PageHead
        title="Contact"
        lead="Write to the people who run this site. We answer by e-mail."
        description="Write to the people who run this site."
      />
      <form noValidate className={styles.form} onSubmit={submit}>
        {waitsUntil === null ? null : (
          <Notice tone="ok" title="Message sent">
            Thank you. The answer will come to your e-mail address.
          </Notice>
        )}
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={limits.nameLengthMax}
          error={errors.name}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Enter your name.' })}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          error={errors.email}
          {...form.register('email', {
            validate: (email) => /^\S+@\S+$/.test(email.trim()) || 'Enter an e-mail address, such as ada@example.com.',
          })}
        />
        <TextAreaField
          label="Message"
          rows={7}
          maxLength={lengthMax}
          error={errors.message}
          note={<Length control={form.control} />}
          {...form.register('message', {
            validate: (text) =>
              text.trim().length >= lengthMin || `Write at least ${String(lengthMin)} characters, so that we understand what you need.`,
          })}
        />
        <Captcha captcha={captcha} />
        <div className={styles.send}>
          <Button type="submit" kind="primary" size="large" busy={busy} disabled={waitsUntil !== null}>
            Send message
          </Button>
          {waitsUntil === null ? null : (
            <p className={styles.quiet}>
              You can send another in <Countdown until={waitsUntil} onEnd={() => setWaitsUntil(null)} />.
            </p>
          )}
        </div>
      </form>
    </div>
  );
}

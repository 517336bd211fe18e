/** /auth/forgot: requests a password reset link. The response does not reveal whether the address has an account. */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import { fieldRules } from '@web/lib/field-rules';
import { services } from '@web/services/services';
import { useCaptcha } from '@web/forms/use-captcha';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Captcha } from '@web/ui/forms/captcha';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { useSentMail } from '@web/ui/display/sent-mail';
import { withNext } from '@web/lib/next-path';
import { Form } from '@web/ui/forms/form';
import styles from './sign-in.module.css';

export function ForgotScreen() {
  const router = useRouter();
  const { captcha, captchaField } = useCaptcha();
  const { sentTo, markSent, wait } = useSentMail();
  const form = useDraftedForm({ defaultValues: { email: '' } }, { draftKey: 'forgot' });
  const { busy, error, submit } = useSend(form, async ({ email }) => {
    await services.auth['POST /auth/users/forgot']({ body: { email: email.trim(), ...captchaField() } });
    markSent(email.trim());
    form.removeDraft();
  });

  return (
    <div className={styles.stack}>
      <PageHead
        title="Forgot password"
        noindex
        lead="Enter the email address of your account. We’ll send you a link to set a new password."
      />
      <Form className={styles.form} onSubmit={submit}>
        {sentTo === null ? null : (
          <Notice tone="ok" title="Check your email">
            If <span className={styles.strong}>{sentTo}</span> belongs to an account, we’ve sent a link. It works for 1 hour.
          </Notice>
        )}
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email}
          {...form.register('email', fieldRules.email)}
        />
        <Captcha captcha={captcha} />
        <Button type="submit" kind="primary" size="large" wide busy={busy} disabled={wait !== null}>
          Send link
        </Button>
        {wait === null ? null : <p className={styles.quiet}>{wait}</p>}
      </Form>
      <p className={styles.foot}>
        Remembered it?
        <Link className={styles.link} href={withNext('/auth/login', router.query)}>
          Log in
        </Link>
      </p>
    </div>
  );
}

/** Resends the email that confirms an address, at most once a minute. The response does not reveal whether the address has an account. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '@web/lib/field-rules';
import { services } from '@web/services/services';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Countdown } from '@web/ui/display/times';
import styles from './sign-in.module.css';

interface ResendVerificationProps {
  /** Where the email is sent; null lets the user enter it. */
  email: string | null;
  /** An email was just sent: the first minute is still running. */
  isFresh: boolean;
}

const nextResendAt = (): number => Date.now() + limits.resend_s * 1000;

export function ResendVerification({ email, isFresh }: ResendVerificationProps) {
  const [waitsUntil, setWaitsUntil] = useState(() => (isFresh ? nextResendAt() : null));
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { email: email ?? '' } });
  const { busy, error, submit } = useSend(form, async (values) => {
    await services.auth['POST /auth/email-verification']({ body: { email: email ?? values.email.trim() } });
    setSent(true);
    setWaitsUntil(nextResendAt());
  });

  return (
    <div className={styles.form}>
      {isSent ? <Notice tone="ok">We’ve sent the email again. Check your spam folder too.</Notice> : null}
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      {email === null && waitsUntil === null ? (
        <TextField
          label="Email address"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email}
          {...form.register('email', fieldRules.email)}
        />
      ) : null}
      <div className={styles.actions}>
        <Button busy={busy} disabled={waitsUntil !== null} onPress={submit}>
          Send again
        </Button>
        {waitsUntil === null ? null : (
          <span className={styles.quiet}>
            available in <Countdown until={waitsUntil} onEnd={() => setWaitsUntil(null)} />
          </span>
        )}
      </div>
    </div>
  );
}

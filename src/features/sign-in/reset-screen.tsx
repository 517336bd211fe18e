/** /auth/reset?token=: sets a new password with the link of the mail. Every session of the account ends by it. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '@web/lib/field-rules';
import { authService } from '@web/services/auth.service';
import { useSettings } from '@web/session/hooks';
import { passwordToSend } from '@web/session/password';
import { useSend } from '@web/session/use-send';
import { Button } from '@web/ui/button';
import { PasswordField } from '@web/ui/fields';
import { Notice } from '@web/ui/notice';
import { PageHead } from '@web/ui/page-head';
import styles from './sign-in.module.css';

export function ResetScreen() {
  const { token } = useRouter().query;
  const [isSet, setSet] = useState(false);
  if (isSet) {
    return (
      <div className={styles.stack}>
        <PageHead title="Password set" noindex lead="Your new password is in force, and you were logged out everywhere." />
        <Button kind="primary" size="large" href="/auth/login">
          Log in
        </Button>
      </div>
    );
  }
  if (typeof token !== 'string' || token === '') return <NoLink trouble="This address lacks its link. Open it from our message again." />;
  return <ResetForm token={token} onSet={() => setSet(true)} />;
}

function NoLink({ trouble }: { trouble: string }) {
  return (
    <div className={styles.stack}>
      <PageHead title="Set a new password" noindex />
      <Notice tone="danger">{trouble}</Notice>
      <Button kind="primary" href="/auth/forgot">
        Ask for a new link
      </Button>
    </div>
  );
}

function ResetForm({ token, onSet }: { token: string; onSet: () => void }) {
  const settings = useSettings();
  const form = useForm({ defaultValues: { password: '', again: '' } });
  const send = async ({ password }: { password: string }): Promise<void> => {
    await authService.resetPassword({ token, password: await passwordToSend(password, settings) });
    onSet();
  };
  const { busy, problem, submit } = useSend(form, send, { fieldOf: { password_too_common: 'password' } });
  const { errors } = form.formState;
  if (problem?.code === 'link_invalid') return <NoLink trouble={problem.message} />;

  return (
    <div className={styles.stack}>
      <PageHead title="Set a new password" noindex lead="All other devices are logged out when you set it." />
      <form noValidate className={styles.form} onSubmit={submit}>
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <PasswordField label="New password" strength error={errors.password} {...form.register('password', fieldRules.newPassword)} />
        <PasswordField
          label="New password again"
          autoComplete="new-password"
          error={errors.again}
          {...form.register('again', { validate: (text, { password }) => text === password || 'The two passwords differ.' })}
        />
        <Button type="submit" kind="primary" size="large" wide busy={busy}>
          Set password
        </Button>
      </form>
    </div>
  );
}

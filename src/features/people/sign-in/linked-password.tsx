/** Sets a new password with the link from an email; all sessions of the account are revoked. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '@web/lib/field-rules';
import { useSettings } from '@web/session/store/hooks';
import { passwordToSend } from '@web/session/password';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { PasswordField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Form } from '@web/ui/forms/form';
import styles from './sign-in.module.css';

interface LinkedPasswordProps {
  /** Texts of the form, and after it was sent. */
  title: string;
  lead: string;
  actionLabel: string;
  done: { title: string; lead: string };
  /** Where a user without a valid link continues. */
  fallbackLink: { label: string; href: string };
  send: (body: { token: string; password: string }) => Promise<unknown>;
}

export function LinkedPassword(props: LinkedPasswordProps) {
  const { token } = useRouter().query;
  const [isSet, setSet] = useState(false);
  if (isSet) {
    return (
      <div className={styles.stack}>
        <PageHead title={props.done.title} noindex lead={props.done.lead} />
        <Button kind="primary" size="large" href="/auth/login">
          Log in
        </Button>
      </div>
    );
  }
  if (typeof token !== 'string' || token === '')
    return <InvalidLink {...props} message="This link is incomplete. Open it from our email again." />;
  return <LinkedForm {...props} token={token} onSet={() => setSet(true)} />;
}

function InvalidLink({ title, fallbackLink, message }: Pick<LinkedPasswordProps, 'title' | 'fallbackLink'> & { message: string }) {
  return (
    <div className={styles.stack}>
      <PageHead title={title} noindex />
      <Notice tone="danger">{message}</Notice>
      <Button kind="primary" href={fallbackLink.href}>
        {fallbackLink.label}
      </Button>
    </div>
  );
}

interface LinkedFormProps extends LinkedPasswordProps {
  token: string;
  onSet: () => void;
}

function LinkedForm({ token, onSet, ...rest }: LinkedFormProps) {
  const settings = useSettings();
  const form = useForm({ defaultValues: { password: '', confirmation: '' } });
  const send = async ({ password }: { password: string }): Promise<void> => {
    await rest.send({ token, password: await passwordToSend(password, settings) });
    onSet();
  };
  const { busy, error, submit } = useSend(form, send, { fieldOf: { password_too_common: 'password' } });
  const { errors } = form.formState;
  if (error?.code === 'link_invalid') return <InvalidLink {...rest} message={error.message} />;

  return (
    <div className={styles.stack}>
      <PageHead title={rest.title} noindex lead={rest.lead} />
      <Form className={styles.form} onSubmit={submit}>
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <PasswordField label="New password" strength error={errors.password} {...form.register('password', fieldRules.newPassword)} />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmation}
          {...form.register('confirmation', {
            validate: (text, { password }) => text === password || 'The passwords don’t match. Enter them again.',
          })}
        />
        <Button type="submit" kind="primary" size="large" wide busy={busy}>
          {rest.actionLabel}
        </Button>
      </Form>
    </div>
  );
}

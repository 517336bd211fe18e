/** Registers a fan. All fields but the password survive a reload. */
import { useRouter } from 'next/router';
import { Link } from '@web/ui/core/link';
import { fieldRules } from '@web/lib/field-rules';
import { services } from '@web/services/services';
import { useLogin, useSettings } from '@web/session/store/hooks';
import { passwordToSend } from '@web/session/password';
import { useCaptcha } from '@web/forms/use-captcha';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Captcha } from '@web/ui/forms/captcha';
import { PasswordField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { withNext } from '@web/lib/next-path';
import { useAfterRegistration } from './after-registration';
import { UsernameField } from './username-field';
import { Form } from '@web/ui/forms/form';
import styles from './registration.module.css';

const fieldOf = {
  username_taken: 'username',
  username_reserved: 'username',
  email_taken: 'email',
  password_too_common: 'password',
} as const;

export function FanForm() {
  const router = useRouter();
  const settings = useSettings();
  const login = useLogin();
  const proceed = useAfterRegistration();
  const { captcha, captchaField } = useCaptcha();
  const form = useDraftedForm(
    { defaultValues: { name: '', username: '', email: '', password: '' } },
    { draftKey: 'register', except: ['password'] },
  );
  const { register, watch, setValue, formState, removeDraft } = form;
  const { errors } = formState;
  const { busy, error, submit } = useSend(
    form,
    async ({ name, username, email, password }) => {
      const body = {
        name: name.trim(),
        username: username.trim(),
        email: email.trim(),
        password: await passwordToSend(password, settings),
        ...captchaField(),
      };
      const response = await services.auth['POST /auth/users/register']({ body });
      removeDraft();
      proceed(response, body.email);
    },
    { fieldOf },
  );
  const isEmailTaken = errors.email?.type === 'server';

  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField label="Name" hint="Your display name." autoComplete="name" error={errors.name} {...register('name', fieldRules.name)} />
      <UsernameField
        value={watch('username')}
        error={errors.username}
        field={register('username', fieldRules.username)}
        onPick={(username) => setValue('username', username, { shouldValidate: true })}
      />
      <TextField label="Email" type="email" autoComplete="email" error={errors.email} {...register('email', fieldRules.email)} />
      {isEmailTaken ? (
        <p className={styles.small}>
          Is this your account? <Link href={withNext('/auth/login', router.query)}>Log in</Link> or{' '}
          <Link href="/auth/forgot">reset your password</Link>.
        </p>
      ) : null}
      <PasswordField
        label="Password"
        strength
        hint="At least 8 characters."
        error={errors.password}
        {...register('password', fieldRules.newPassword)}
      />
      <Captcha captcha={captcha} />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      {login.error ? <Notice tone="danger">{login.error.message}</Notice> : null}
      <p className={styles.small}>
        By signing up, you agree to our <Link href="/page/terms">Terms</Link>.
      </p>
      <Button type="submit" kind="primary" size="large" wide busy={busy || login.requesting || login.success}>
        Sign up as a fan
      </Button>
    </Form>
  );
}

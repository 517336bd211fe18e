/** Username and password. The result is in the session store; this form shows its message and reveals no more than the API does. */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAppDispatch, useLogin } from '@web/session/store/hooks';
import { loginSubmitted } from '@web/session/store/intents';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { PasswordField, TextField } from '@web/ui/forms/fields';
import { LoginError } from './login-error';
import { withNext } from '@web/lib/next-path';
import { Form } from '@web/ui/forms/form';
import styles from './sign-in.module.css';

interface LoginValues {
  login: string;
  password: string;
}

interface LoginFormProps {
  remember: boolean;
  onRemember: (remember: boolean) => void;
}

/** A username never contains an at sign, an email address always does. */
const credentialsOf = (login: string): { username: string } | { email: string } =>
  login.includes('@') ? { email: login } : { username: login };

/** **Remember me** belongs to the screen, because it also applies to the other sign-in methods. */
export function LoginForm({ remember, onRemember }: LoginFormProps) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { requesting, success, error } = useLogin();
  const [isSent, setSent] = useState(false);
  const [finishedWait, setFinishedWait] = useState<unknown>(null);
  const form = useForm<LoginValues>({ defaultValues: { login: '', password: '' } });
  const { register, handleSubmit, setFocus, getValues, formState } = form;

  // Of the errors from an earlier visit to this screen, only that of an ended session is still relevant.
  const shownError = error !== null && !requesting && (isSent || error.code === 'session_ended') ? error : null;
  const isWaiting = shownError?.code === 'too_many_requests' && finishedWait !== shownError;

  useEffect(() => {
    if (shownError?.code === 'invalid_credentials') setFocus('password', { shouldSelect: true });
  }, [shownError, setFocus]);

  const send = ({ login, password }: LoginValues): void => {
    if (requesting || isWaiting) return;
    setSent(true);
    dispatch(loginSubmitted({ ...credentialsOf(login.trim()), password, remember }));
  };

  return (
    <Form className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)}>
      {shownError ? (
        <LoginError error={shownError} login={getValues('login').trim()} onWaitOver={() => setFinishedWait(shownError)} />
      ) : null}
      <TextField
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.login}
        {...register('login', { validate: (text) => text.trim() !== '' || 'Enter your username or email address.' })}
      />
      <PasswordField label="Password" error={formState.errors.password} {...register('password', { required: 'Enter your password.' })} />
      <div className={styles.between}>
        <CheckField label="Remember me" checked={remember} onChange={({ target }) => onRemember(target.checked)} />
        <Link className={styles.link} href={withNext('/auth/forgot', router.query)}>
          Forgot password
        </Link>
      </div>
      <Button type="submit" kind="primary" size="large" wide busy={requesting || success} disabled={isWaiting}>
        Log in
      </Button>
    </Form>
  );
}

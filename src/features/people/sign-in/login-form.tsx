/** Name and password. What came of it is the session's record; this shows its words and nothing more than the host said. */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useIntents, useLogin } from '@web/session/store/hooks';
import { loginSubmitted } from '@web/session/intents';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { PasswordField, TextField } from '@web/ui/forms/fields';
import { LoginTrouble } from './login-error';
import { keepingNext } from '@web/lib/next-path';
import styles from './sign-in.module.css';

interface LoginValues {
  login: string;
  password: string;
}

interface LoginFormProps {
  remember: boolean;
  onRemember: (remember: boolean) => void;
}

/** A name never holds an at sign, an address always does. */
const named = (login: string): { username: string } | { email: string } => (login.includes('@') ? { email: login } : { username: login });

/** **Remember me** is the screen's, for it holds for the other ways in too. */
export function LoginForm({ remember, onRemember }: LoginFormProps) {
  const router = useRouter();
  const ask = useIntents();
  const { requesting, success, error } = useLogin();
  const [isSent, setSent] = useState(false);
  const [waitedOut, setWaitedOut] = useState<unknown>(null);
  const form = useForm<LoginValues>({ defaultValues: { login: '', password: '' } });
  const { register, handleSubmit, setFocus, getValues, formState } = form;

  // Of an earlier visit to this screen only the end of a session still matters.
  const trouble = error !== null && !requesting && (isSent || error.code === 'session_ended') ? error : null;
  const isWaiting = trouble?.code === 'too_many_requests' && waitedOut !== trouble;

  useEffect(() => {
    if (trouble?.code === 'invalid_credentials') setFocus('password', { shouldSelect: true });
  }, [trouble, setFocus]);

  const send = ({ login, password }: LoginValues): void => {
    if (requesting || isWaiting) return;
    setSent(true);
    ask(loginSubmitted({ ...named(login.trim()), password, remember }));
  };

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)}>
      {trouble ? <LoginTrouble problem={trouble} login={getValues('login').trim()} onWaited={() => setWaitedOut(trouble)} /> : null}
      <TextField
        label="Username or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.login}
        {...register('login', { validate: (text) => text.trim() !== '' || 'Enter your username or e-mail address.' })}
      />
      <PasswordField label="Password" error={formState.errors.password} {...register('password', { required: 'Enter your password.' })} />
      <div className={styles.between}>
        <CheckField label="Remember me" checked={remember} onChange={({ target }) => onRemember(target.checked)} />
        <Link className={styles.link} href={keepingNext('/auth/forgot', router.query)}>
          Forgot password
        </Link>
      </div>
      <Button type="submit" kind="primary" size="large" wide busy={requesting || success} disabled={isWaiting}>
        Log in
      </Button>
    </form>
  );
}

/** The layout during maintenance. Only the sign-in path shows a form, for operators. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { dateFormat } from '@web/lib/i18n/intl';
import { useAppDispatch, useLogin, useSettings } from '@web/session/store/hooks';
import { loginSubmitted } from '@web/session/store/intents';
import { Button } from '@web/ui/actions/button';
import { PasswordField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { LogoMark } from '@web/ui/page/logo';
import { PageTitle } from '@web/ui/page/page-head';
import { Form } from '@web/ui/forms/form';
import styles from './layouts.module.css';

const formatUtc = (at: string): string =>
  dateFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));

export function MaintenanceLayout() {
  const { siteName, maintenanceMessage, maintenanceEndsAt } = useSettings();
  const { asPath } = useRouter();
  const isSignIn = asPath.split(/[?#]/, 1)[0] === '/auth/login';
  return (
    <main id="content" className={styles.closed}>
      <PageTitle title="We’ll be back soon" noindex />
      <LogoMark />
      <h1>{siteName} will be back soon</h1>
      <p>{maintenanceMessage || 'We’re working on the site. Check back soon.'}</p>
      {maintenanceEndsAt === null ? null : (
        <p className={styles.quiet}>
          Expected end: <time dateTime={maintenanceEndsAt}>{formatUtc(maintenanceEndsAt)} UTC</time>
        </p>
      )}
      {isSignIn ? <TeamSignIn /> : null}
    </main>
  );
}

function TeamSignIn() {
  const dispatch = useAppDispatch();
  const { requesting, error } = useLogin();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    dispatch(loginSubmitted({ username, password, remember: false }));
  };
  return (
    <details className={styles.team}>
      <summary>Team login</summary>
      <Form noValidate={false} onSubmit={send} className={styles.teamForm}>
        {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
        <TextField
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField label="Password" required value={password} onChange={(event) => setPassword(event.target.value)} />
        <Button type="submit" kind="primary" busy={requesting}>
          Log in
        </Button>
      </Form>
    </details>
  );
}

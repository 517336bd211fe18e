/** The short setup after a first sign-in without a name or an email address: only what is missing, and why we ask. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useRouter } from 'next/router';
import { usernameText } from '@web/lib/field-rules';
import { nextOf } from '@web/lib/next-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { profileSubmitted } from '@web/session/store/intents';
import type { CurrentUser } from '@web/services/current-user';
import { landingOf, needsSetup } from '@web/session/landing';
import { contractResolver } from '@web/forms/contract-resolver';
import { useAccountForm } from '@web/forms/use-account-form';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { UsernameField } from './username-field';
import { Form } from '@web/ui/forms/form';
import styles from './registration.module.css';

interface Values {
  name: string;
  username: string;
  email: string;
}

const fieldOf = { username_taken: 'username', username_reserved: 'username', email_taken: 'email' } as const;

/** `aside` is below the form: for example the state of a performer's identity documents. */
export function AccountSetup({ aside }: { aside?: ReactNode }) {
  const user = useCurrentUser();
  return user === null ? null : <Setup user={user} aside={aside} />;
}

function Setup({ user, aside }: { user: CurrentUser; aside: ReactNode }) {
  const router = useRouter();
  // Fixed when the screen opens: a field stays visible while its value is being saved.
  const [missing] = useState({ email: !user.email, username: !user.username, name: user.name === '' });
  const hasNavigated = useRef(false);
  const bodyOf = ({ name, username, email }: Values) => ({
    ...(missing.email && { email: email.trim() }),
    ...(missing.username && { username: username.trim() }),
    ...(missing.name && !isBlank(name) && { name: name.trim() }),
  });
  const form = useDraftedForm<Values>(
    {
      defaultValues: { name: user.name, username: user.username ?? '', email: user.email ?? '' },
      resolver: contractResolver('PUT /users', () => import('@contract/people/users'), bodyOf, { username: { text: usernameText() } }),
    },
    { draftKey: 'account-setup' },
  );
  const { register, watch, setValue, formState, removeDraft } = form;
  const { errors } = formState;
  const isReady = !needsSetup(user);
  const { busy, result, onSave } = useAccountForm(form, (values) => profileSubmitted(bodyOf(values)), fieldOf);

  useEffect(() => {
    if (!isReady || hasNavigated.current) return;
    hasNavigated.current = true;
    removeDraft();
    void router.replace(landingOf(user, nextOf(router.query)));
  }, [removeDraft, isReady, router, user]);

  return (
    <div className={styles.stack}>
      <PageHead
        title="Complete your account"
        noindex
        lead="Before you continue, add an email address so we can reach you and a username so others can find you."
      />
      <Form className={styles.form} onSubmit={onSave}>
        {result ? <Notice tone="danger">{result.text}</Notice> : null}
        {missing.email ? (
          <TextField
            label="Email"
            type="email"
            hint="For logging in, receipts and password resets. Only you see it. We’ll send a link to confirm it."
            autoComplete="email"
            error={errors.email}
            {...register('email')}
          />
        ) : null}
        {missing.username ? (
          <UsernameField
            value={watch('username')}
            error={errors.username}
            hint={user.isPerformer ? 'The web address of your profile.' : 'Others use it to message you.'}
            field={register('username')}
            onPick={(username) => setValue('username', username, { shouldValidate: true })}
          />
        ) : null}
        {missing.name ? (
          <TextField label="Name" optional autoComplete="name" maxLength={limits.nameLengthMax} error={errors.name} {...register('name')} />
        ) : null}
        <Button type="submit" kind="primary" size="large" wide busy={busy || isReady}>
          Save and continue
        </Button>
      </Form>
      {aside}
    </div>
  );
}

/** The short setup after a first sign-in that brought no name or no address: only what is missing, and why we ask. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useRouter } from 'next/router';
import { fieldRules } from '@web/lib/field-rules';
import { nextOf } from '@web/lib/next-path';
import { useCurrentUser, useIntents, useUpdate } from '@web/session/store/hooks';
import { profileSubmitted } from '@web/session/intents';
import type { CurrentUser } from '@web/session/intents';
import { landingOf, needsSetup } from '@web/session/landing';
import { markProblem } from '@web/session/form-problem';
import { useDraftedForm } from '@web/forms/use-draft';
import { updateForgotten } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { UsernameField } from './username-field';
import styles from './registration.module.css';

const fieldOf = { username_taken: 'username', username_reserved: 'username', email_taken: 'email' } as const;

/** `aside` stands below the form: where a performer's papers are, for instance. */
export function AccountSetup({ aside }: { aside?: ReactNode }) {
  const user = useCurrentUser();
  return user === null ? null : <Setup user={user} aside={aside} />;
}

function Setup({ user, aside }: { user: CurrentUser; aside: ReactNode }) {
  const ask = useIntents();
  const router = useRouter();
  const { updating, error } = useUpdate();
  // As it was when the screen opened: a field stays in sight while its answer is saved.
  const [missing] = useState({ email: !user.email, username: !user.username, name: user.name === '' });
  const hasLeft = useRef(false);
  const form = useDraftedForm(
    { defaultValues: { name: user.name, username: user.username ?? '', email: user.email ?? '' } },
    { place: 'account-setup' },
  );
  const { register, watch, setValue, handleSubmit, formState, forgetDraft } = form;
  const { errors } = formState;
  const isReady = !needsSetup(user);

  useEffect(() => void ask(updateForgotten()), [ask]);
  const marked = useRef(form);
  useEffect(() => {
    marked.current = form;
  });
  // Once for each refusal: marking a field renders the form anew.
  useEffect(() => {
    if (error) markProblem(marked.current, error, fieldOf);
  }, [error]);
  useEffect(() => {
    if (!isReady || hasLeft.current) return;
    hasLeft.current = true;
    forgetDraft();
    void router.replace(landingOf(user, nextOf(router.query)));
  }, [forgetDraft, isReady, router, user]);

  const send = (values: { name: string; username: string; email: string }): void => {
    if (updating || isReady) return;
    ask(
      profileSubmitted({
        ...(missing.email ? { email: values.email.trim() } : {}),
        ...(missing.username ? { username: values.username.trim() } : {}),
        ...(missing.name && !isBlank(values.name) ? { name: values.name.trim() } : {}),
      }),
    );
  };
  const isAtField = Object.values(errors).some((field) => field.type === 'refused');

  return (
    <div className={styles.stack}>
      <PageHead
        title="Complete your account"
        noindex
        lead="Two things are needed before you go on: an address where we reach you, and a name by which others find you."
      />
      <form noValidate className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)}>
        {error && !isAtField ? <Notice tone="danger">{error.message}</Notice> : null}
        {missing.email ? (
          <TextField
            label="E-mail"
            type="email"
            hint="For logging in, receipts and a forgotten password. Nobody else sees it; we send a link that confirms it."
            autoComplete="email"
            error={errors.email}
            {...register('email', fieldRules.email)}
          />
        ) : null}
        {missing.username ? (
          <UsernameField
            value={watch('username')}
            error={errors.username}
            hint={user.isPerformer ? 'The address of your page.' : 'How others write to you.'}
            field={register('username', fieldRules.username)}
            onPick={(username) => setValue('username', username, { shouldValidate: true })}
          />
        ) : null}
        {missing.name ? (
          <TextField label="Name" optional autoComplete="name" maxLength={limits.nameLengthMax} error={errors.name} {...register('name')} />
        ) : null}
        <Button type="submit" kind="primary" size="large" wide busy={updating || isReady}>
          Save and continue
        </Button>
      </form>
      {aside}
    </div>
  );
}

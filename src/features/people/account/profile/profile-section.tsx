/** Photos, names, username and contact details. */
import { attributeOptions } from '@contract/kernel/attributes';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { usernameText } from '@web/lib/field-rules';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { CountryField } from '@web/forms/country-field';
import { services } from '@web/services/services';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import type { ProfileChanges } from '@web/session/store/intents';
import { contractResolver } from '@web/forms/contract-resolver';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { avatarReplaced, coverReplaced } from '@web/session/store/user.slice';
import { Avatar } from '@web/ui/people/avatar';
import { PasswordField, SelectField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { CheckIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import { Notice } from '@web/ui/feedback/notice';
import { PictureField } from './picture-field';
import { accountPath } from '../shared/sections';
import { useProfileForm } from '../shared/use-profile-form';
import styles from '../shared/account.module.css';

export function ProfileSection() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <Pictures user={user} />
      <Details user={user} />
    </>
  );
}

function Pictures({ user }: { user: CurrentUser }) {
  const dispatch = useAppDispatch();
  const sendAvatar = user.isPerformer ? services.performers['POST /performers/avatar/upload'] : services.users['POST /users/avatar/upload'];
  return (
    <FormSection title="Photos">
      <PictureField
        label="Choose a profile photo"
        type="avatar"
        send={async (avatar, options) => {
          const sent = await sendAvatar({ files: { avatar } }, options);
          dispatch(avatarReplaced(sent.avatar));
          return sent;
        }}
      >
        <Avatar name={user.name} src={user.avatar} size="huge" alt="Your profile photo" />
      </PictureField>
      {user.isPerformer ? (
        <>
          <MediaBox src={user.cover} alt="Your cover photo" ratio={3} fallback="/images/cover.svg" />
          <PictureField
            label="Choose a cover photo"
            type="cover"
            send={async (cover, options) => {
              const sent = await services.performers['POST /performers/cover/upload']({ files: { cover } }, options);
              dispatch(coverReplaced(sent.cover));
              return sent;
            }}
          >
            {null}
          </PictureField>
        </>
      ) : null}
    </FormSection>
  );
}

interface Values {
  name: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  currentPassword: string;
  gender: string;
  phone: string;
  country: string;
}

const valuesOf = (user: CurrentUser): Values => ({
  name: user.name,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  username: user.username ?? '',
  email: user.email ?? '',
  currentPassword: '',
  gender: user.gender ?? '',
  phone: user.phone ?? '',
  country: user.country ?? '',
});

const orNull = (text: string): string | null => text.trim() || null;
const fieldOf = {
  username_taken: 'username',
  username_reserved: 'username',
  email_taken: 'email',
  wrong_password: 'currentPassword',
} as const;

function changesOf(user: CurrentUser, values: Values): ProfileChanges {
  const email = values.email.trim().toLowerCase();
  return {
    name: values.name.trim(),
    firstName: orNull(values.firstName),
    lastName: orNull(values.lastName),
    username: values.username.trim(),
    gender: orNull(values.gender),
    phone: orNull(values.phone),
    country: orNull(values.country),
    ...(email === user.email ? {} : { email, ...(values.currentPassword === '' ? {} : { currentPassword: values.currentPassword }) }),
  };
}

function Details({ user }: { user: CurrentUser }) {
  const bodyOf = (values: Values) => changesOf(user, values);
  const form = useDraftedForm<Values>(
    {
      defaultValues: valuesOf(user),
      resolver: contractResolver('PUT /performers/:id', () => import('@contract/people/performers'), bodyOf, {
        name: { empty: 'Enter your display name.' },
        username: { text: usernameText() },
        currentPassword: { check: (password) => password === '' && 'Enter your current password.' },
      }),
    },
    { draftKey: 'account-profile', except: ['currentPassword'] },
  );
  const { register, control, watch, setFocus, formState } = form;
  const { errors } = formState;
  const { query } = useRouter();
  const fieldToFocus = query['field'] === 'email' ? 'email' : null;
  useEffect(() => {
    if (fieldToFocus !== null) setFocus(fieldToFocus, { shouldSelect: true });
  }, [setFocus, fieldToFocus]);
  const { reauthenticate, dialog } = useReauthentication();
  const saving = useProfileForm(form, bodyOf, fieldOf, reauthenticate);
  const isNewEmail = user.email !== null && watch('email').trim().toLowerCase() !== user.email;

  return (
    <>
      <FormSection title="Profile" description="Others see your name and photo. The rest stays between you and us." {...saving}>
        <TextField label="Name" autoComplete="nickname" error={errors.name} {...register('name')} />
        <div className={styles.pair}>
          <TextField label="First name" optional autoComplete="given-name" error={errors.firstName} {...register('firstName')} />
          <TextField label="Last name" optional autoComplete="family-name" error={errors.lastName} {...register('lastName')} />
        </div>
        <TextField
          label="Username"
          before="@"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
          {...register('username')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email}
          note={<EmailState user={user} />}
          {...register('email')}
        />
        {isNewEmail && user.hasPassword ? (
          <PasswordField
            label="Current password"
            hint="Required to change your email. The new address applies once you open the link we send you."
            error={errors.currentPassword}
            {...register('currentPassword')}
          />
        ) : null}
        {isNewEmail && !user.hasPassword ? (
          <Notice tone="warn">
            You don’t have a password yet. <Link href={accountPath(user, 'password')}>Add a password</Link> before you change your email.
          </Notice>
        ) : null}
        <TextField
          label="Phone"
          optional
          type="tel"
          autoComplete="tel"
          hint="Include + and the country code."
          error={errors.phone}
          {...register('phone')}
        />
        <SelectField
          label="Gender"
          optional
          placeholder="Not specified"
          options={attributeOptions.gender.map(({ value, label }) => ({ value, label: translateMessage(label) }))}
          error={errors.gender}
          {...register('gender')}
        />
        <div className={styles.pair}>
          <CountryField control={control} name="country" optional />
        </div>
      </FormSection>
      {dialog}
    </>
  );
}

/** Whether the email address is confirmed, and which one is pending. */
function EmailState({ user }: { user: CurrentUser }) {
  if (user.undeliverableEmail !== null) {
    return (
      <span className={styles.bad}>
        We couldn’t deliver email to {user.undeliverableEmail}. <Link href="/auth/verify-email">Resend link</Link>
      </span>
    );
  }
  if (user.pendingEmail !== null) {
    return (
      <>
        Open the link we sent to {user.pendingEmail} to confirm it. <Link href="/auth/verify-email">Send again</Link>
      </>
    );
  }
  if (user.email === null) return null;
  if (!user.isEmailVerified) {
    return (
      <>
        Not confirmed yet. <Link href="/auth/verify-email">Send again</Link>
      </>
    );
  }
  return (
    <span className={styles.good}>
      <CheckIcon />
      Confirmed
    </span>
  );
}

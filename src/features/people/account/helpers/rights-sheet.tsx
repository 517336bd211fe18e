/** Invites a delegate, or changes the rights of one. The API requires reauthentication for both. */
import { allDelegateRights, delegateRights } from '@contract/kernel/delegate-rights';
import type { DelegateRight } from '@contract/kernel/delegate-rights';
import * as limits from '@contract/kernel/limits';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import type { Delegate } from './helpers-section';
import { Form } from '@web/ui/forms/form';
import styles from './helpers.module.css';

interface RightsSheetProps {
  /** Null: a new delegate is invited. */
  delegate: Delegate | null;
  onClose: () => void;
  onDone: () => void;
}

interface Values {
  email: string;
  rights: DelegateRight[];
}

export function RightsSheet({ delegate, onClose, onDone }: RightsSheetProps) {
  const { withReauthentication, dialog } = useReauthentication();
  const form = useForm<Values>({
    defaultValues: { email: '', rights: delegate?.rights ?? [] },
    resolver: contractResolver(
      'POST /performer/helpers',
      () => import('@contract/people/delegation'),
      (values) => values,
      {
        email: { text: 'Enter a full email address.' },
        rights: { empty: 'Choose at least 1 permission.' },
      },
    ),
  });
  const { errors } = form.formState;
  const { busy, error, submit } = useSend(
    form,
    async ({ email, rights }) => {
      const saved = await withReauthentication(() =>
        delegate === null
          ? services.delegation['POST /performer/helpers']({ body: { email, rights } })
          : services.delegation['PUT /performer/helpers/:id']({ params: { id: delegate._id }, body: { rights } }),
      );
      if (saved === null) return;
      showToast({ tone: 'ok', text: delegate === null ? `Invitation sent to ${saved.email}` : 'Permissions updated' });
      onDone();
    },
    { fieldOf: { already_so: 'email', self_not_allowed: 'email' } },
  );
  return (
    <>
      <Sheet
        open
        title={delegate === null ? 'Invite manager' : `${delegate.person?.name ?? delegate.email}’s permissions`}
        onClose={onClose}
      >
        <Form className={styles.stack} onSubmit={submit}>
          {delegate === null ? (
            <TextField
              label="Email address"
              type="email"
              autoComplete="off"
              maxLength={limits.emailLengthMax}
              hint="We’ll email them a link. It works only with a new or existing account for this address."
              error={errors.email}
              {...form.register('email')}
            />
          ) : null}
          <fieldset className={styles.rights}>
            <legend className={styles.legend}>Permissions</legend>
            {allDelegateRights.map((right) => (
              <CheckField
                key={right}
                label={delegateRights[right].name}
                hint={delegateRights[right].description}
                value={right}
                {...form.register('rights')}
              />
            ))}
          </fieldset>
          {errors.rights ? <Notice tone="danger">{errors.rights.message}</Notice> : null}
          {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
          <Button kind="primary" type="submit" busy={busy}>
            {delegate === null ? 'Send invitation' : 'Save'}
          </Button>
        </Form>
      </Sheet>
      {dialog}
    </>
  );
}

/** Invites an operator to the team, or changes a member's rights. */
import * as limits from '@contract/kernel/limits';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { GrantFields } from './grant-fields';
import type { Grant } from './grant-fields';
import { Form } from '@web/ui/forms/form';
import styles from './team.module.css';

export type Member = ResponseOf<'GET /admin/team'>['members'][number];

interface GrantSheetProps {
  /** Null invites a new operator. */
  member: Member | null;
  onClose: () => void;
  onDone: () => void;
}

export function GrantSheet({ member, onClose, onDone }: GrantSheetProps) {
  const [grant, setGrant] = useState<Grant>(member ?? { bundle: 'support', rights: [] });
  const bodyOf = ({ email }: { email: string }) => ({
    email,
    bundle: grant.bundle,
    rights: grant.bundle === null ? [...grant.rights] : [],
  });
  const form = useForm({
    defaultValues: { email: '' },
    resolver: contractResolver('POST /admin/team', () => import('@contract/people/team'), bodyOf, {
      email: { text: 'Enter a full email address.' },
    }),
  });
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      const { email, ...body } = bodyOf(values);
      await (member === null
        ? services.team['POST /admin/team']({ body: { email, ...body } })
        : services.team['PUT /admin/team/:id']({ params: { id: member._id }, body }));
      showToast({ tone: 'ok', text: member === null ? `Invitation sent to ${email}` : 'Permissions updated' });
      onDone();
    },
    { fieldOf: { already_so: 'email' } },
  );
  return (
    <Sheet open title={member === null ? 'Invite an operator' : `Permissions of ${member.person.name}`} onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        {member === null ? (
          <TextField
            label="Email address"
            type="email"
            autoComplete="off"
            maxLength={limits.emailLengthMax}
            hint="We’ll email them a link. It works only with a new or existing account for this address."
            error={form.formState.errors.email}
            {...form.register('email')}
          />
        ) : null}
        <GrantFields grant={grant} onChange={setGrant} />
        {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
        <Button kind="primary" type="submit" busy={busy}>
          {member === null ? 'Send invitation' : 'Save permissions'}
        </Button>
      </Form>
    </Sheet>
  );
}

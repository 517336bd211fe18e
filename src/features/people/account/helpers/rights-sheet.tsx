/** Inviting a helper, and changing what one may do. The host wants to know who is there before either. */
import { allHelperRights, helperRights } from '@contract/kernel/delegate-rights';
import type { HelperRight } from '@contract/kernel/delegate-rights';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import type { Helper } from './helpers-section';
import styles from './helpers.module.css';

interface RightsSheetProps {
  /** Null: somebody new is invited. */
  helper: Helper | null;
  onClose: () => void;
  onDone: () => void;
}

export function RightsSheet({ helper, onClose, onDone }: RightsSheetProps) {
  const [rights, setRights] = useState<readonly HelperRight[]>(helper?.rights ?? []);
  const [isWanting, setWanting] = useState(false);
  const choose = (right: HelperRight, isChosen: boolean): void => {
    const chosen = new Set(rights);
    if (isChosen) chosen.add(right);
    else chosen.delete(right);
    setRights([...chosen]);
  };
  const { withProof, dialog } = useReauthentication();
  const form = useForm<{ email: string }>({ defaultValues: { email: '' } });
  const { busy, problem, submit } = useSend(
    form,
    async ({ email }) => {
      setWanting(rights.length === 0);
      if (rights.length === 0) return;
      const body = { rights: [...rights] };
      const done = await withProof(() =>
        helper === null
          ? services.helping['POST /performer/helpers']({ body: { email, ...body } })
          : services.helping['PUT /performer/helpers/:id']({ params: { id: helper._id }, body }),
      );
      if (done === null) return;
      showToast({ tone: 'ok', text: helper === null ? `Invitation sent to ${done.email}` : 'Rights changed' });
      onDone();
    },
    { fieldOf: { already_so: 'email', self_not_allowed: 'email' } },
  );
  return (
    <>
      <Sheet open title={helper === null ? 'Invite a helper' : `What ${helper.person?.name ?? helper.email} may do`} onClose={onClose}>
        <form noValidate className={styles.stack} onSubmit={submit}>
          {helper === null ? (
            <TextField
              label="E-mail address"
              type="email"
              autoComplete="off"
              maxLength={limits.emailLengthMax}
              hint="They get a link. It opens for the account of this address, and can be made with it."
              error={form.formState.errors.email}
              {...form.register('email', { validate: (text) => /^\S+@\S+\.\S+$/.test(text.trim()) || 'Write a whole address.' })}
            />
          ) : null}
          <fieldset className={styles.rights}>
            <legend className={styles.legend}>What they may do</legend>
            {allHelperRights.map((right) => (
              <CheckField
                key={right}
                label={helperRights[right].name}
                hint={helperRights[right].may}
                checked={rights.includes(right)}
                onChange={({ target }) => choose(right, target.checked)}
              />
            ))}
          </fieldset>
          {isWanting && rights.length === 0 ? <Notice tone="danger">Choose at least one thing.</Notice> : null}
          {problem === null ? null : <Notice tone="danger">{problem.message}</Notice>}
          <Button kind="primary" type="submit" busy={busy}>
            {helper === null ? 'Send invitation' : 'Save'}
          </Button>
        </form>
      </Sheet>
      {dialog}
    </>
  );
}

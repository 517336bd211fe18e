/** Creates an API key with a subset of its creator's rights. */
import * as limits from '@contract/kernel/limits';
import { keyRights, rights, type KeyRight } from '@contract/kernel/rights';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { DateField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useForm } from 'react-hook-form';
import { Form } from '@web/ui/forms/form';
import styles from '../operations/operations.module.css';

interface Values {
  name: string;
  lastDay: string;
  rights: KeyRight[];
}

const bodyOf = ({ lastDay, ...rest }: Values) => ({ ...rest, expiresAt: lastDay === '' ? null : `${lastDay}T23:59:59.000Z` });

export function KeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const ownRights: readonly string[] = useCurrentUser()?.rights ?? [];
  const form = useForm<Values>({
    defaultValues: { name: '', lastDay: '', rights: [] },
    resolver: contractResolver('POST /admin/api-keys', () => import('@contract/people/keys'), bodyOf, {
      name: { empty: 'Enter a name.' },
      lastDay: { at: 'expiresAt' },
      rights: { empty: 'Choose at least 1 permission.' },
    }),
  });
  const { errors } = form.formState;
  const { busy, error, submit } = useSend(
    form,
    async (values) => onCreated((await services.keys['POST /admin/api-keys']({ body: bodyOf(values) })).key),
    { fieldOf: { schedule_in_past: 'lastDay' } },
  );
  return (
    <Sheet open title="New key" onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        <TextField
          label="Name"
          hint="What you use the key for, like “Weekly report”."
          maxLength={limits.nameLengthMax}
          error={errors.name}
          {...form.register('name')}
        />
        <DateField label="Last day (UTC)" optional error={errors.lastDay} {...form.register('lastDay')} />
        <fieldset className={styles.choices}>
          <legend>Permissions</legend>
          {keyRights
            .filter((right) => ownRights.includes(right))
            .map((right) => (
              <CheckField key={right} label={rights[right]} value={right} {...form.register('rights')} />
            ))}
        </fieldset>
        {errors.rights ? <Notice tone="danger">{errors.rights.message}</Notice> : null}
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            Create key
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}

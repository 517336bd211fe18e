/** Making an API key, with some of the rights that its maker holds. */
import * as limits from '@contract/kernel/limits';
import { keyRights, rights, type KeyRight } from '@contract/kernel/rights';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { DateField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from '../operations/operations.module.css';

interface Values {
  name: string;
  lastDay: string;
}

export function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const own: readonly string[] = useCurrentUser()?.rights ?? [];
  const form = useForm<Values>({ defaultValues: { name: '', lastDay: '' } });
  const { errors } = form.formState;
  const [chosen, setChosen] = useState<ReadonlySet<KeyRight>>(new Set());
  const [isNone, setNone] = useState(false);
  const { busy, problem, submit } = useSend(
    form,
    async ({ name, lastDay }) => {
      if (chosen.size === 0) {
        setNone(true);
        return;
      }
      const expiresAt = lastDay === '' ? null : `${lastDay}T23:59:59.000Z`;
      onMade((await services.keys['POST /admin/api-keys']({ body: { name, rights: [...chosen], expiresAt } })).key);
    },
    { fieldOf: { schedule_in_past: 'lastDay' } },
  );
  const choose = (right: KeyRight, isChosen: boolean) => {
    setNone(false);
    setChosen(new Set(isChosen ? [...chosen, right] : [...chosen].filter((other) => other !== right)));
  };
  return (
    <Sheet open title="New key" onClose={onClose}>
      <form noValidate className={styles.stack} onSubmit={submit}>
        <TextField
          label="Name"
          hint="What uses it, such as Weekly report."
          maxLength={limits.nameLengthMax}
          error={errors.name}
          {...form.register('name', { validate: (text) => text.trim() !== '' || 'Give it a name.' })}
        />
        <DateField label="Last day (UTC)" optional error={errors.lastDay} {...form.register('lastDay')} />
        <fieldset className={styles.choices}>
          <legend>It may</legend>
          {keyRights
            .filter((right) => own.includes(right))
            .map((right) => (
              <CheckField
                key={right}
                label={rights[right]}
                checked={chosen.has(right)}
                onChange={({ target }) => choose(right, target.checked)}
              />
            ))}
        </fieldset>
        {isNone ? <Notice tone="danger">Choose at least one right.</Notice> : null}
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            Make key
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}

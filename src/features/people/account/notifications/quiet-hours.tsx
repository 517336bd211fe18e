/** The hours without push notifications, in the user's time zone. */
import { useState } from 'react';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { localTimeZone, useLocalTimeZone } from '@web/ui/display/time-zone';
import type { Preferences } from './use-preferences';
import styles from '../shared/account.module.css';

type Quiet = Preferences['quietHours'];
const defaultHours = { from: '22:00', to: '07:00' };

interface QuietHoursProps {
  quiet: Quiet;
  onChange: (quiet: Quiet) => void;
}

export function QuietHours({ quiet, onChange }: QuietHoursProps) {
  return (
    <FormSection title="Quiet hours" description="Pauses push notifications. You’ll still see them on the site.">
      <SwitchField
        label="Use quiet hours"
        checked={quiet !== null}
        onChange={({ target }) => onChange(target.checked ? { ...defaultHours, timeZone: localTimeZone() } : null)}
      />
      {quiet === null ? null : <Hours quiet={quiet} onChange={onChange} />}
    </FormSection>
  );
}

function Hours({ quiet, onChange }: QuietHoursProps & { quiet: NonNullable<Quiet> }) {
  /** Field values that have not been sent. */
  const [typed, setTyped] = useState<Partial<typeof defaultHours>>({});
  const zone = useLocalTimeZone();
  const { from, to } = { ...quiet, ...typed };
  const isEmpty = from === to;
  const save = () => {
    if (from === '' || to === '') setTyped({});
    if (from === '' || to === '' || isEmpty || (from === quiet.from && to === quiet.to)) return;
    onChange({ from, to, timeZone: localTimeZone() });
    setTyped({});
  };
  const fieldOf = (name: keyof typeof defaultHours) => ({
    type: 'time',
    value: name === 'from' ? from : to,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    onBlur: save,
  });
  return (
    <>
      <div className={styles.pair}>
        <TextField label="From" {...fieldOf('from')} />
        <TextField label="To" error={isEmpty ? 'Choose a different end time.' : undefined} {...fieldOf('to')} />
      </div>
      <div className={styles.actions}>
        <span className={styles.quiet}>Time zone: {quiet.timeZone}.</span>
        {zone === null || quiet.timeZone === zone ? null : (
          <Button size="small" onPress={() => onChange({ ...quiet, timeZone: zone })}>
            Use {zone}
          </Button>
        )}
      </div>
    </>
  );
}

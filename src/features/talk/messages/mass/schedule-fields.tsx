/** When a message is sent: immediately, or at a time in the user's time zone, whose name is shown. */
import { TextField } from '@web/ui/forms/fields';
import { useLocalTimeZone, useZoneHint } from '@web/ui/display/time-zone';
import { Radios } from '@web/ui/forms/radios';
import type { MassValues } from './mass-values';
import styles from './mass.module.css';

interface ScheduleFieldsProps {
  values: Pick<MassValues, 'isLater' | 'at'>;
  error: string | undefined;
  onChange: (next: Partial<MassValues>) => void;
}

export function ScheduleFields({ values: { isLater, at }, error, onChange }: ScheduleFieldsProps) {
  const isZoneKnown = useLocalTimeZone() !== null;
  const hint = useZoneHint();
  return (
    <div className={styles.group}>
      <Radios
        label="When"
        options={[
          { value: 'now', label: 'Send now' },
          { value: 'later', label: 'Schedule for later' },
        ]}
        value={isLater ? 'later' : 'now'}
        onChange={(value) => onChange({ isLater: value === 'later' })}
      />
      {isLater ? (
        <TextField
          label="Send at"
          type="datetime-local"
          hint={hint}
          error={error}
          // Empty during server rendering: the server's time zone would give another time.
          value={isZoneKnown ? at : ''}
          onChange={({ target }) => onChange({ at: target.value })}
        />
      ) : null}
    </div>
  );
}

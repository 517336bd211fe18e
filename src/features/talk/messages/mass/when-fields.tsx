/** When a message goes out: at once, or at a time in the zone of whoever writes, which is named. */
import { TextField } from '@web/ui/forms/fields';
import { useOwnZone, useZoneHint } from '@web/ui/own-zone';
import { Radios } from '@web/ui/forms/radios';
import type { MassValues } from './mass-values';
import styles from './mass.module.css';

interface WhenFieldsProps {
  values: Pick<MassValues, 'isLater' | 'at'>;
  fault: string | undefined;
  onChange: (next: Partial<MassValues>) => void;
}

export function WhenFields({ values: { isLater, at }, fault, onChange }: WhenFieldsProps) {
  const isKnown = useOwnZone() !== null;
  const hint = useZoneHint();
  return (
    <div className={styles.group}>
      <Radios
        label="When"
        options={[
          { value: 'now', label: 'At once' },
          { value: 'later', label: 'At a time' },
        ]}
        value={isLater ? 'later' : 'now'}
        onChange={(value) => onChange({ isLater: value === 'later' })}
      />
      {isLater ? (
        <TextField
          label="Send at"
          type="datetime-local"
          hint={hint}
          error={fault}
          // What the server's zone would make of it is not shown first.
          value={isKnown ? at : ''}
          onChange={({ target }) => onChange({ at: target.value })}
        />
      ) : null}
    </div>
  );
}

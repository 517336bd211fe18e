/** When a message goes out: at once, or at a time in the zone of whoever writes, which is named. */
import { useSyncExternalStore } from 'react';
import { TextField } from '@web/ui/fields';
import { Radios } from '@web/ui/radios';
import type { MassValues } from './mass-values';
import styles from './mass.module.css';

const never = () => () => undefined;

/** `Europe/Berlin`, once the page is in a browser. */
const useZone = (): string | null =>
  useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' '),
    () => null,
  );

interface WhenFieldsProps {
  values: Pick<MassValues, 'isLater' | 'at'>;
  fault: string | undefined;
  onChange: (next: Partial<MassValues>) => void;
}

export function WhenFields({ values: { isLater, at }, fault, onChange }: WhenFieldsProps) {
  const zone = useZone();
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
          hint={zone === null ? 'In your time zone.' : `In your time zone: ${zone}.`}
          error={fault}
          // What the server's zone would make of it is not shown first.
          value={zone === null ? '' : at}
          onChange={({ target }) => onChange({ at: target.value })}
        />
      ) : null}
    </div>
  );
}

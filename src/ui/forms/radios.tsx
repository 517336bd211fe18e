/** A radio group. Each option is a full-width row with a note and a trailing element such as a price. */
import { useId, type ReactNode } from 'react';
import { cx } from '../core/cx';
import styles from './radios.module.css';

export interface RadioOption {
  value: string;
  label: ReactNode;
  /** The label for screen readers, where it differs. */
  spoken?: string;
  note?: ReactNode;
  /** At the end of the line. */
  end?: ReactNode;
  disabled?: boolean;
}

export interface RadiosProps {
  label: string;
  labelHidden?: boolean;
  options: readonly RadioOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** `tiles`: side by side, with the trailing element large below the label. */
  layout?: 'lines' | 'tiles';
}

export function Radios({ label, labelHidden = false, options, value, onChange, disabled = false, layout = 'lines' }: RadiosProps) {
  const name = useId();
  return (
    <fieldset className={cx(styles.radios, layout === 'tiles' && styles.tiles)} disabled={disabled}>
      <legend className={cx(styles.legend, labelHidden && 'visually-hidden')}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx(styles.option, option.value === value && styles.chosen, option.disabled && styles.off)}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.words}>
            <span className={styles.label}>
              {option.spoken === undefined ? (
                option.label
              ) : (
                <>
                  <span aria-hidden="true">{option.label}</span>
                  <span className="visually-hidden">{option.spoken}</span>
                </>
              )}
            </span>
            {option.note ? <span className={styles.note}>{option.note}</span> : null}
          </span>
          {option.end ? <span className={styles.end}>{option.end}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}

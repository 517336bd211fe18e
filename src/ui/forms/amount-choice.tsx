/** An amount: presets and a field for other amounts. The value is the typed text; parse it with `parseAmount`. */
import { useId } from 'react';
import { parseAmount, shortTokens } from '@web/lib/i18n/money';
import { Chip } from '../actions/chips';
import type { FieldError } from './field';
import { AmountField } from './fields';
import styles from './amount-choice.module.css';

export interface AmountChoiceProps {
  /** The accessible label of the presets. */
  label: string;
  presets: readonly number[];
  /** The label of the field for other amounts. */
  amountLabel: string;
  unit: string;
  hint?: string;
  error?: FieldError;
  value: string;
  onChange: (text: string) => void;
  disabled?: boolean;
}

export function AmountChoice({ label, presets, amountLabel, unit, hint, error, value, onChange, disabled = false }: AmountChoiceProps) {
  const labelId = useId();
  const amount = parseAmount(value);
  return (
    <div className={styles.choice}>
      {presets.length === 0 ? null : (
        <div className={styles.presets} role="group" aria-labelledby={labelId}>
          <span id={labelId} className="visually-hidden">
            {label}
          </span>
          {presets.map((preset) => (
            <Chip key={preset} chosen={preset === amount} disabled={disabled} onToggle={() => onChange(String(preset))}>
              {shortTokens(preset)}
            </Chip>
          ))}
        </div>
      )}
      <AmountField
        label={amountLabel}
        unit={unit}
        hint={hint}
        error={error}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

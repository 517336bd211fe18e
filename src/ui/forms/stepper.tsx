/** An integer field with buttons and arrow keys. Typed text is applied on blur or Enter. */
import { useState } from 'react';
import { IconButton } from '../actions/button';
import { Field } from './field';
import type { FieldFrameProps } from './field';
import { MinusIcon, PlusIcon } from '../icons/icons';
import styles from './stepper.module.css';

interface StepperProps extends Pick<FieldFrameProps, 'label' | 'labelHidden' | 'hint' | 'error'> {
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

export function Stepper({ label, labelHidden, hint, error, value, min, max, disabled = false, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    setTyped(null);
    const clamped = Math.min(Math.max(next, min), max);
    if (clamped !== value) onChange(clamped);
  };
  const applyTyped = () => {
    if (typed === null) return;
    if (/^\d{1,9}$/.test(typed.trim())) change(Number(typed));
    else setTyped(null);
  };
  const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      error={error}
      render={(control) => (
        <span className={styles.stepper}>
          <IconButton
            label={`${label}: decrease`}
            icon={<MinusIcon />}
            disabled={disabled || value <= min}
            onPress={() => change(value - 1)}
          />
          <input
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className={styles.figure}
            disabled={disabled}
            value={typed ?? String(value)}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={applyTyped}
            onKeyDown={(event) => {
              const step = steps[event.key];
              if (event.key !== 'Enter' && step === undefined) return;
              event.preventDefault();
              if (step === undefined) applyTyped();
              else change(value + step);
            }}
          />
          <IconButton
            label={`${label}: increase`}
            icon={<PlusIcon />}
            disabled={disabled || value >= max}
            onPress={() => change(value + 1)}
          />
        </span>
      )}
    />
  );
}

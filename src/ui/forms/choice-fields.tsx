/** Boolean fields: a checkbox for submitted forms, a switch for settings that apply immediately. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../core/cx';
import { FieldTexts, useFieldControl, type FieldFrameProps } from './field';
import styles from './field.module.css';

interface BooleanFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'>, Pick<FieldFrameProps, 'hint' | 'error'> {
  label: ReactNode;
}

export function CheckField({ label, hint, error, id, ...input }: BooleanFieldProps) {
  const { ids, control, errorMessage } = useFieldControl({ hint, error }, id);
  return (
    <div className={styles.field}>
      <label className={styles.line} htmlFor={ids.control}>
        <input {...input} {...control} type="checkbox" className={styles.check} />
        <span>{label}</span>
      </label>
      {hint ? (
        <div className={styles.hint} id={ids.hint}>
          {hint}
        </div>
      ) : null}
      <FieldTexts ids={ids} error={errorMessage} />
    </div>
  );
}

export function SwitchField({ label, hint, error, id, ...input }: BooleanFieldProps) {
  const { ids, control, errorMessage } = useFieldControl({ hint, error }, id);
  return (
    <div className={styles.field}>
      <label className={cx(styles.line, styles.lineEnd)} htmlFor={ids.control}>
        <input {...input} {...control} aria-labelledby={ids.label} type="checkbox" role="switch" className={styles.switch} />
        <span className={styles.lineLabel}>
          <span id={ids.label}>{label}</span>
          {hint ? (
            <span className={styles.hint} id={ids.hint}>
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      <FieldTexts ids={ids} error={errorMessage} />
    </div>
  );
}

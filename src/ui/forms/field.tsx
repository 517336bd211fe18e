/** The frame of all fields: label, hint and error with their ARIA attributes. Works with `{...register('x')}`. */
import { useId, type ReactNode } from 'react';
import { cx } from '../core/cx';
import { DangerIcon } from '../icons/icons';
import styles from './field.module.css';

/** A message, or an error of react-hook-form. */
export type FieldError = string | { message?: string | undefined } | null | undefined;

export interface FieldFrameProps {
  label: string;
  hint?: ReactNode;
  error?: FieldError;
  /** Adds "(optional)" to the label; fields are required otherwise. */
  optional?: boolean;
  /** Hides the label visually; screen readers still announce it. */
  labelHidden?: boolean;
  /** Feedback while typing, such as a counter; announced politely. */
  note?: ReactNode;
}

/** The message of an error, or undefined. */
export function errorText(error: FieldError): string | undefined {
  const text = typeof error === 'string' ? error : error?.message;
  return text === '' ? undefined : text;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Ids and ARIA attributes that connect a control to its label, hint and error. */
export function useFieldControl({ hint, error, note }: Pick<FieldFrameProps, 'hint' | 'error' | 'note'>, id?: string) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const errorMessage = errorText(error);
  const ids = {
    control: controlId,
    label: `${controlId}-label`,
    hint: `${controlId}-hint`,
    error: `${controlId}-error`,
    note: `${controlId}-note`,
  };
  const descriptionIds = [hint ? ids.hint : '', note ? ids.note : '', errorMessage ? ids.error : ''].filter(Boolean).join(' ');
  const control: ControlProps = {
    id: controlId,
    'aria-describedby': descriptionIds === '' ? undefined : descriptionIds,
    'aria-invalid': errorMessage === undefined ? undefined : true,
  };
  return { ids, control, errorMessage };
}

export interface FieldProps extends FieldFrameProps {
  id?: string;
  /** Renders the control with its id and ARIA attributes. */
  render: (control: ControlProps, ids: { label: string }) => ReactNode;
}

export function Field({ label, hint, error, optional = false, labelHidden = false, note, id, render }: FieldProps) {
  const { ids, control, errorMessage } = useFieldControl({ hint, error, note }, id);
  return (
    <div className={styles.field}>
      <label className={cx(styles.label, labelHidden && 'visually-hidden')} id={ids.label} htmlFor={ids.control}>
        {label}
        {optional ? <span className={styles.optional}> (optional)</span> : null}
      </label>
      {hint ? (
        <div className={styles.hint} id={ids.hint}>
          {hint}
        </div>
      ) : null}
      {render(control, { label: ids.label })}
      <FieldTexts ids={ids} note={note} error={errorMessage} />
    </div>
  );
}

/** The note and error below a control. */
export function FieldTexts({ ids, note, error }: { ids: { note: string; error: string }; note?: ReactNode; error: string | undefined }) {
  return (
    <>
      {note ? (
        <div className={styles.note} id={ids.note} aria-live="polite">
          {note}
        </div>
      ) : null}
      {error === undefined ? null : (
        <div className={styles.error} id={ids.error}>
          <DangerIcon />
          <span>{error}</span>
        </div>
      )}
    </>
  );
}

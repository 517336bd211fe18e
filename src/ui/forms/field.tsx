/** The frame of every field: label, hint, error, and the wiring that lets a screen reader hear them. Works with `{...register('x')}`. */
import { useId, type ReactNode } from 'react';
import { cx } from '../core/cx';
import { DangerIcon } from '../icons/icons';
import styles from './field.module.css';

/** An error in words, or as a form library keeps it. */
export type FieldError = string | { message?: string | undefined } | null | undefined;

export interface FieldFrameProps {
  label: string;
  hint?: ReactNode;
  error?: FieldError;
  /** Says "optional" beside the label; fields are required otherwise. */
  optional?: boolean;
  /** Hides the label from sight where a picture says the same; it is still spoken. */
  labelHidden?: boolean;
  /** What changes while one types (a name being free, a counter): read out politely. */
  note?: ReactNode;
}

/** The words of an error, or undefined when there is none. */
export function errorText(error: FieldError): string | undefined {
  const text = typeof error === 'string' ? error : error?.message;
  return text === '' ? undefined : text;
}

export interface ControlWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Ids that tie a control to its label, hint and error. */
export function useFieldWiring({ hint, error, note }: Pick<FieldFrameProps, 'hint' | 'error' | 'note'>, id?: string) {
  const made = useId();
  const controlId = id ?? made;
  const problem = errorText(error);
  const ids = {
    control: controlId,
    label: `${controlId}-label`,
    hint: `${controlId}-hint`,
    error: `${controlId}-error`,
    note: `${controlId}-note`,
  };
  const described = [hint ? ids.hint : '', note ? ids.note : '', problem ? ids.error : ''].filter(Boolean).join(' ');
  const control: ControlWiring = {
    id: controlId,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem === undefined ? undefined : true,
  };
  return { ids, control, problem };
}

export interface FieldProps extends FieldFrameProps {
  id?: string;
  /** Draws the control with the ids that tie it to its words. */
  render: (control: ControlWiring, ids: { label: string }) => ReactNode;
}

export function Field({ label, hint, error, optional = false, labelHidden = false, note, id, render }: FieldProps) {
  const { ids, control, problem } = useFieldWiring({ hint, error, note }, id);
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
      <FieldWords ids={ids} note={note} problem={problem} />
    </div>
  );
}

/** What stands below a control: the note and the error. */
export function FieldWords({
  ids,
  note,
  problem,
}: {
  ids: { note: string; error: string };
  note?: ReactNode;
  problem: string | undefined;
}) {
  return (
    <>
      {note ? (
        <div className={styles.note} id={ids.note} aria-live="polite">
          {note}
        </div>
      ) : null}
      {problem === undefined ? null : (
        <div className={styles.error} id={ids.error}>
          <DangerIcon />
          <span>{problem}</span>
        </div>
      )}
    </>
  );
}

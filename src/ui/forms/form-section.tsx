/** A section of settings that is saved separately: title, fields, the result of the last save, and the button. */
import { useId, type ReactNode, type SyntheticEvent } from 'react';
import { Button } from '../actions/button';
import { Notice, type Tone } from '../feedback/notice';
import { Form } from './form';
import styles from './form-section.module.css';

export interface FormSectionProps {
  title: string;
  description?: ReactNode;
  /** Saving: the button ignores further presses. */
  busy?: boolean;
  /** The result of the last save. */
  result?: { tone: Extract<Tone, 'ok' | 'danger'>; text: string } | null | undefined;
  /** The form's submit handler, such as `handleSubmit(save)`. Without it the section only groups fields. */
  onSave?: (event: SyntheticEvent<HTMLFormElement>) => void;
  saveLabel?: string;
  /** More buttons beside the save button. */
  actions?: ReactNode;
  children: ReactNode;
}

export function FormSection({
  title,
  description,
  busy = false,
  result,
  onSave,
  saveLabel = 'Save changes',
  actions,
  children,
}: FormSectionProps) {
  const titleId = useId();
  const fields = <div className={styles.fields}>{children}</div>;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {description ? <p className={styles.description}>{description}</p> : null}
      </header>
      {onSave ? (
        <Form
          className={styles.form}
          onSubmit={(event) => {
            if (busy) event.preventDefault();
            else onSave(event);
          }}
        >
          {fields}
          {result ? <Notice tone={result.tone}>{result.text}</Notice> : null}
          <div className={styles.actions}>
            <Button type="submit" kind="primary" busy={busy}>
              {saveLabel}
            </Button>
            {actions}
          </div>
        </Form>
      ) : (
        <div className={styles.form}>
          {fields}
          {result ? <Notice tone={result.tone}>{result.text}</Notice> : null}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </div>
      )}
    </section>
  );
}

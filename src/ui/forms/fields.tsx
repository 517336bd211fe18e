/** Fields of text: each takes what an input takes, plus label, hint and error, and passes its ref on, so that `{...register('x')}` is enough. */
import {
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
  type ChangeEvent,
  type ComponentPropsWithRef,
  type ReactNode,
  type RefObject,
} from 'react';
import { passwordStrength } from '@web/lib/password-strength';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { Field, type FieldFrameProps } from './field';
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from '../icons/icons';
import styles from './field.module.css';

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'prefix'> & FieldFrameProps;

export interface TextFieldProps extends InputProps {
  /** A sign or word inside the box, before or after what is typed. */
  before?: ReactNode;
  after?: ReactNode;
}

export function TextField({ label, hint, error, optional, labelHidden, note, id, before, after, ...input }: TextFieldProps) {
  return (
    <Field
      {...{ label, hint, error, optional, labelHidden, note, id }}
      render={(control) => (
        <span className={styles.box}>
          {before ? <span className={styles.affix}>{before}</span> : null}
          <input type="text" {...input} {...control} className={styles.control} />
          {after ? <span className={cx(styles.affix, styles.affixEnd)}>{after}</span> : null}
        </span>
      )}
    />
  );
}

export interface PasswordFieldProps extends Omit<InputProps, 'type'> {
  /** Shows how hard the password is to guess, in four steps and one word. For new passwords only. */
  strength?: boolean;
}

export function PasswordField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  note,
  id,
  strength = false,
  onChange,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState('');
  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    onChange?.(event);
  };
  const meter = strength && typed !== '' ? <Strength password={typed} /> : null;
  return (
    <Field
      {...{ label, hint, error, optional, labelHidden, id }}
      note={meter ?? note}
      render={(control) => (
        <span className={styles.box}>
          <input
            autoComplete={strength ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            onChange={changed}
            className={styles.control}
          />
          <span className={styles.inside}>
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              icon={shown ? <EyeOffIcon /> : <EyeIcon />}
              onPress={() => setShown(!shown)}
            />
          </span>
        </span>
      )}
    />
  );
}

const levelColours = ['--danger', '--danger', '--warn', '--ok', '--ok'] as const;

function Strength({ password }: { password: string }) {
  const { level, word } = passwordStrength(password);
  return (
    <>
      <span className={styles.strength} aria-hidden="true" style={{ '--level': `var(${levelColours[level]})` } as Record<string, string>}>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={step <= Math.max(level, 1) ? styles.reached : undefined} />
        ))}
      </span>
      Strength: {word}
    </>
  );
}

export interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'className'>, FieldFrameProps {}

/** Text of several lines; with `maxLength` it counts what is left once that becomes short. */
export function TextAreaField({ label, hint, error, optional, labelHidden, note, id, maxLength, ...area }: TextAreaFieldProps) {
  const [box, length] = useLengthWithin(typeof area.value === 'string' ? area.value : null, String(area.defaultValue ?? '').length);
  const counter =
    maxLength === undefined ? null : (
      <span className={styles.counter} aria-hidden={maxLength - length > 20 || undefined}>
        <bdi dir="ltr">
          {length} / {maxLength}
        </bdi>
      </span>
    );
  return (
    <Field
      {...{ label, hint, error, optional, labelHidden, id }}
      note={note ?? counter}
      render={(control) => (
        <span className={styles.box} ref={box}>
          <textarea rows={4} {...area} {...control} maxLength={maxLength} className={styles.control} />
        </span>
      )}
    />
  );
}

/**
 * How long the text of the area within a box is: `given` where its owner keeps it, else read from the element, since a form's
 * library writes into that without a word. What its owner keeps is not listened to: drawn before she has heard of a letter,
 * the area would lose it.
 */
function useLengthWithin(given: string | null, first: number): [RefObject<HTMLSpanElement | null>, number] {
  const box = useRef<HTMLSpanElement>(null);
  const isKept = given !== null;
  const onInput = useCallback(
    (heard: () => void) => {
      const within = isKept ? null : box.current;
      within?.addEventListener('input', heard);
      return () => within?.removeEventListener('input', heard);
    },
    [isKept],
  );
  const length = useSyncExternalStore(
    onInput,
    () => given?.length ?? box.current?.querySelector('textarea')?.value.length ?? first,
    () => given?.length ?? first,
  );
  return [box, length];
}

export interface AmountFieldProps extends Omit<InputProps, 'type'> {
  /** What stands beside the figure: a currency sign, or "tokens". */
  unit: string;
}

/** An amount with up to two decimals, as text: `amountFrom` of lib/money reads it. */
export function AmountField({ unit, ...field }: AmountFieldProps) {
  const isSign = unit.length <= 3;
  return <TextField inputMode="decimal" autoComplete="off" {...field} {...(isSign ? { before: unit } : { after: unit })} />;
}

/** A calendar day, chosen with the device's own picker. Its value is `YYYY-MM-DD`. */
export function DateField(field: Omit<InputProps, 'type'>) {
  return <TextField {...field} type="date" />;
}

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'className' | 'children'>, FieldFrameProps {
  options: readonly SelectOption[];
  /** The words of the empty choice; without it there is none. */
  placeholder?: string;
}

/** A choice among few, with the device's own list. Long lists take `SearchSelectField`. */
export function SelectField({ label, hint, error, optional, labelHidden, note, id, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <Field
      {...{ label, hint, error, optional, labelHidden, note, id }}
      render={(control) => (
        <span className={cx(styles.box, styles.select)}>
          <select {...select} {...control} className={styles.control}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon className={styles.arrow} />
        </span>
      )}
    />
  );
}

/** Text fields. They take the props of an input plus label, hint and error, and forward the ref for `{...register('x')}`. */
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
  /** A symbol or word inside the box, before or after the input. */
  before?: ReactNode;
  after?: ReactNode;
}

export function TextField({ label, hint, error, optional, labelHidden, note, id, before, after, ...input }: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      labelHidden={labelHidden}
      note={note}
      id={id}
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
  /** Shows the password's strength. For new passwords only. */
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
  const onInputChange = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    onChange?.(event);
  };
  const meter = strength && typed !== '' ? <Strength password={typed} /> : null;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      labelHidden={labelHidden}
      id={id}
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
            onChange={onInputChange}
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

const levelColors = ['--danger', '--danger', '--warn', '--ok', '--ok'] as const;

function Strength({ password }: { password: string }) {
  const { level, word } = passwordStrength(password);
  return (
    <>
      <span className={styles.strength} aria-hidden="true" style={{ '--level': `var(${levelColors[level]})` } as Record<string, string>}>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={step <= Math.max(level, 1) ? styles.reached : undefined} />
        ))}
      </span>
      Strength: {word}
    </>
  );
}

export interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'className'>, FieldFrameProps {}

/** A multi-line text field; with `maxLength` it has a counter, which is announced when few characters are left. */
export function TextAreaField({ label, hint, error, optional, labelHidden, note, id, maxLength, ...area }: TextAreaFieldProps) {
  const [box, length] = useTextLength(typeof area.value === 'string' ? area.value : null, String(area.defaultValue ?? '').length);
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
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      labelHidden={labelHidden}
      id={id}
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
 * The length of the textarea's text in `box`: of the controlled `value`, else read from the element, since react-hook-form writes to
 * it without an event. With a controlled value `input` is not listened to: a re-render before the parent's update would drop the character.
 */
function useTextLength(value: string | null, initialLength: number): [RefObject<HTMLSpanElement | null>, number] {
  const box = useRef<HTMLSpanElement>(null);
  const isControlled = value !== null;
  const onInput = useCallback(
    (onStoreChange: () => void) => {
      const element = isControlled ? null : box.current;
      element?.addEventListener('input', onStoreChange);
      return () => element?.removeEventListener('input', onStoreChange);
    },
    [isControlled],
  );
  const length = useSyncExternalStore(
    onInput,
    () => value?.length ?? box.current?.querySelector('textarea')?.value.length ?? initialLength,
    () => value?.length ?? initialLength,
  );
  return [box, length];
}

export interface AmountFieldProps extends Omit<InputProps, 'type'> {
  /** The unit beside the number: a currency symbol, or "tokens". */
  unit: string;
}

/** An amount with up to two decimals, as text; parse it with `parseAmount` of lib/i18n/money. */
export function AmountField({ unit, ...field }: AmountFieldProps) {
  const isSymbol = unit.length <= 3;
  return <TextField inputMode="decimal" autoComplete="off" {...field} {...(isSymbol ? { before: unit } : { after: unit })} />;
}

/** A date with the device's native picker. Its value is `YYYY-MM-DD`. */
export function DateField(field: Omit<InputProps, 'type'>) {
  return <TextField {...field} type="date" />;
}

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'className' | 'children'>, FieldFrameProps {
  options: readonly SelectOption[];
  /** The label of the empty option; without it there is none. */
  placeholder?: string;
}

/** A native select for short lists. For long lists use `SearchSelectField`. */
export function SelectField({ label, hint, error, optional, labelHidden, note, id, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      labelHidden={labelHidden}
      note={note}
      id={id}
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

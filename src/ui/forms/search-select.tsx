/** Searchable selects for long lists such as countries. The antd engine is loaded on demand. */
import dynamic from 'next/dynamic';
import { Field, type ControlProps, type FieldFrameProps } from './field';
import styles from './field.module.css';

export interface SearchOption {
  value: string;
  label: string;
  /** A small image before the label, such as a flag. */
  image?: string | null | undefined;
}

export interface SearchSelectBase extends FieldFrameProps {
  id?: string;
  options: readonly SearchOption[];
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
}

export interface SearchSelectFieldProps extends SearchSelectBase {
  value: string | null | undefined;
  /** The chosen value; null when it was cleared. */
  onChange: (value: string | null) => void;
}

export interface SearchManyFieldProps extends SearchSelectBase {
  value: readonly string[];
  onChange: (values: string[]) => void;
  countMax?: number;
}

/** Props of the engine for both kinds. */
export type EngineProps = Pick<SearchSelectBase, 'options' | 'placeholder' | 'disabled' | 'onBlur'> & {
  control: ControlProps;
  clearable: boolean;
  kind: 'one' | 'many';
  chosen: readonly string[];
  countMax?: number;
  onChoose: (values: string[]) => void;
};

const Engine = dynamic(() => import('./search-select-engine').then((loaded) => loaded.SearchSelectEngine), {
  ssr: false,
  loading: () => <span className={`${styles.box} ${styles.pending}`} />,
});

/** Selects one option. In a form use it inside a `Controller`. */
export function SearchSelectField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  note,
  id,
  value,
  onChange,
  ...rest
}: SearchSelectFieldProps) {
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
        <Engine
          {...rest}
          control={control}
          kind="one"
          clearable={optional ?? false}
          chosen={value ? [value] : []}
          onChoose={([first]) => onChange(first ?? null)}
        />
      )}
    />
  );
}

/** Selects several options, shown as removable chips. */
export function SearchManyField({ label, hint, error, optional, labelHidden, note, id, value, onChange, ...rest }: SearchManyFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      labelHidden={labelHidden}
      note={note}
      id={id}
      render={(control) => <Engine {...rest} control={control} kind="many" clearable chosen={value} onChoose={onChange} />}
    />
  );
}

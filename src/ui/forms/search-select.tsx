/** A choice among many, found by typing: countries, languages. Its engine is loaded when the field first shows. */
import dynamic from 'next/dynamic';
import { Field, type ControlWiring, type FieldFrameProps } from './field';
import styles from './field.module.css';

export interface SearchOption {
  value: string;
  label: string;
  /** A small picture before the words, such as a flag. */
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

/** What the engine needs of either kind. */
export type EngineProps = Pick<SearchSelectBase, 'options' | 'placeholder' | 'disabled' | 'onBlur'> & {
  control: ControlWiring;
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

/** One of many. In a form use it inside a `Controller`. */
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
      {...{ label, hint, error, optional, labelHidden, note, id }}
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

/** Several of many, shown as chips that can be taken away. */
export function SearchManyField({ label, hint, error, optional, labelHidden, note, id, value, onChange, ...rest }: SearchManyFieldProps) {
  return (
    <Field
      {...{ label, hint, error, optional, labelHidden, note, id }}
      render={(control) => <Engine {...rest} control={control} kind="many" clearable chosen={value} onChoose={onChange} />}
    />
  );
}

/** What a reader sets for herself, guest or member: the language, the theme and the size of the text. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { textSizes, themes, type ThemeName } from '@contract/values';
import { numberFormat } from '@web/lib/intl';
import { ownNameOf } from '@web/lib/i18n/languages';
import { cx } from '../core/cx';
import { MoonIcon, SunIcon } from '../icons/icons';
import styles from './preferences.module.css';

export type TextSize = (typeof textSizes)[number];

interface ChoiceProps<V extends string | number> {
  legend: string;
  value: V;
  offered: readonly V[];
  onChange: (value: V) => void;
  labelOf: (value: V) => ReactNode;
  /** The language of a label that is not the page's. */
  langOf?: (value: V) => string;
  className?: string | undefined;
}

/** One of a few, all of them in sight. */
function Choice<V extends string | number>({ legend, value, offered, onChange, labelOf, langOf, className }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={cx(styles.options, className)}>
        {offered.map((one) => (
          <label key={one} lang={langOf?.(one)} className={cx(styles.option, one === value && styles.chosen)}>
            <input type="radio" className={styles.radio} name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
            {labelOf(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SwitchProps<V extends string | number> = Pick<ChoiceProps<V>, 'value' | 'onChange'>;

const themeLabel = (theme: ThemeName): ReactNode =>
  theme === 'light' ? (
    <>
      <SunIcon />
      Light
    </>
  ) : (
    <>
      <MoonIcon />
      Dark
    </>
  );

export const ThemeSwitch = (props: SwitchProps<ThemeName>) => <Choice legend="Theme" offered={themes} labelOf={themeLabel} {...props} />;

/** Each language by its own name; nothing where there is no other. */
export function LanguageSwitch(props: SwitchProps<string> & Pick<ChoiceProps<string>, 'offered'>) {
  if (props.offered.length < 2) return null;
  return <Choice legend="Language" labelOf={ownNameOf} langOf={(language) => language} {...props} />;
}

const percent = (size: TextSize): string => `${numberFormat(undefined, {}).format(size)} %`;

/** `value` and the choice are percent of the browser's own size. */
export const TextSizeSwitch = (props: SwitchProps<TextSize>) => (
  <Choice legend="Text size" offered={textSizes} labelOf={percent} className={styles.sizes} {...props} />
);

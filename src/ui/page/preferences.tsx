/** Switches for language, theme and text size, for guests and signed-in people. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { textSizes, themes, type ThemeName } from '@contract/kernel/values/appearance';
import { formatPercent } from '@web/lib/i18n/counts';
import { nativeNameOf } from '@web/lib/i18n/languages';
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
  /** The `lang` of labels in other languages. */
  langOf?: (value: V) => string;
  className?: string | undefined;
}

/** A radio group as a row of buttons. */
function Choice<V extends string | number>({ legend, value, offered, onChange, labelOf, langOf, className }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={cx(styles.options, className)}>
        {offered.map((option) => (
          <label key={option} lang={langOf?.(option)} className={cx(styles.option, option === value && styles.chosen)}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {labelOf(option)}
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

/** Languages by their own names; hidden with only one language. */
export function LanguageSwitch(props: SwitchProps<string> & Pick<ChoiceProps<string>, 'offered'>) {
  if (props.offered.length < 2) return null;
  return <Choice legend="Language" labelOf={nativeNameOf} langOf={(language) => language} {...props} />;
}

const percent = (size: TextSize): string => formatPercent(size / 100);

/** Sizes are percentages of the browser's font size. */
export const TextSizeSwitch = (props: SwitchProps<TextSize>) => (
  <Choice legend="Text size" offered={textSizes} labelOf={percent} className={styles.sizes} {...props} />
);

/** What a reader sets for herself, guest or member: the theme and the size of the text. */
import { useId } from 'react';
import { textSizes, type ThemeName } from '@contract/values';
import { cx } from './cx';
import { MoonIcon, SunIcon } from './icons';
import styles from './preferences.module.css';

export type TextSize = (typeof textSizes)[number];

const themeChoices = [
  { value: 'light', label: 'Light', Icon: SunIcon },
  { value: 'dark', label: 'Dark', Icon: MoonIcon },
] as const;

export function ThemeSwitch({ value, onChange }: { value: ThemeName; onChange: (theme: ThemeName) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Theme</legend>
      <div className={styles.options}>
        {themeChoices.map(({ value: theme, label, Icon }) => (
          <label key={theme} className={cx(styles.option, theme === value && styles.chosen)}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={theme}
              checked={theme === value}
              onChange={() => onChange(theme)}
            />
            <Icon />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** `value` and the choice are percent of the browser's own size. */
export function TextSizeSwitch({ value, onChange }: { value: TextSize; onChange: (percent: TextSize) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Text size</legend>
      <div className={cx(styles.options, styles.sizes)}>
        {textSizes.map((size) => (
          <label key={size} className={cx(styles.option, size === value && styles.chosen)}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={size}
              checked={size === value}
              onChange={() => onChange(size)}
            />
            {size} %
          </label>
        ))}
      </div>
    </fieldset>
  );
}

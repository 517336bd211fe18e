/** How the site looks to whoever reads it: theme and text size, for guests too. */
import { TextSizeSwitch, ThemeSwitch } from '@web/ui/preferences';
import { usePreferences } from '../preferences';
import styles from './account-sheet.module.css';

export function Looks() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  return (
    <div className={styles.looks}>
      <ThemeSwitch value={theme} onChange={setTheme} />
      <TextSizeSwitch value={textSize} onChange={setTextSize} />
    </div>
  );
}

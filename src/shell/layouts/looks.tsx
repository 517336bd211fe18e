/** How the site looks to whoever reads it: language, theme and text size, for guests too. */
import { language } from '@web/lib/words';
import { LanguageSwitch, TextSizeSwitch, ThemeSwitch } from '@web/ui/preferences';
import { useSiteFacts } from '../facts';
import { useLanguageChoice } from '../choose-language';
import { usePreferences } from '../preferences';
import styles from './account-sheet.module.css';

export function Looks() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  const { languages } = useSiteFacts();
  const chooseLanguage = useLanguageChoice();
  return (
    <div className={styles.looks}>
      <LanguageSwitch value={language()} offered={languages} onChange={(name) => void chooseLanguage(name)} />
      <ThemeSwitch value={theme} onChange={setTheme} />
      <TextSizeSwitch value={textSize} onChange={setTextSize} />
    </div>
  );
}

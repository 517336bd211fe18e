/** Display settings: language, theme and text size, also for guests. */
import { language } from '@web/lib/i18n/words';
import { LanguageSwitch, TextSizeSwitch, ThemeSwitch } from '@web/ui/page/preferences';
import { useSiteInfo } from '../page/site-info';
import { useLanguageChoice } from '../preferences/choose-language';
import { usePreferences } from '../preferences/preferences';
import styles from './account-sheet.module.css';

/** The switches without a container, for sections with their own layout. */
export function DisplaySwitches() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  const { languages } = useSiteInfo();
  const chooseLanguage = useLanguageChoice();
  return (
    <>
      <LanguageSwitch value={language()} offered={languages} onChange={(name) => void chooseLanguage(name)} />
      <ThemeSwitch value={theme} onChange={setTheme} />
      <TextSizeSwitch value={textSize} onChange={setTextSize} />
    </>
  );
}

export function DisplaySettings() {
  return (
    <div className={styles.displaySettings}>
      <DisplaySwitches />
    </div>
  );
}

/** How the site looks to whoever reads it: language, theme and text size, for guests too. */
import { language } from '@web/lib/i18n/words';
import { LanguageSwitch, TextSizeSwitch, ThemeSwitch } from '@web/ui/page/preferences';
import { useSiteFacts } from '../facts';
import { useLanguageChoice } from '../preferences/choose-language';
import { usePreferences } from '../preferences/preferences';
import styles from './account-sheet.module.css';

/** The choices themselves, for places that set them out in their own way. */
export function LookChoices() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  const { languages } = useSiteFacts();
  const chooseLanguage = useLanguageChoice();
  return (
    <>
      <LanguageSwitch value={language()} offered={languages} onChange={(name) => void chooseLanguage(name)} />
      <ThemeSwitch value={theme} onChange={setTheme} />
      <TextSizeSwitch value={textSize} onChange={setTextSize} />
    </>
  );
}

export function Looks() {
  return (
    <div className={styles.looks}>
      <LookChoices />
    </div>
  );
}

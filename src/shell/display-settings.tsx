/** Language, theme, text size and whether page views are counted, as a section of the account's settings. They hold at once, for this browser. */
import { SwitchField } from '@web/ui/choice-fields';
import { FormSection } from '@web/ui/form-section';
import { language } from '@web/lib/words';
import { LanguageSwitch, TextSizeSwitch, ThemeSwitch } from '@web/ui/preferences';
import { useAnalyticsConsent } from './analytics-consent';
import { useSiteFacts } from './facts';
import { useLanguageChoice } from './choose-language';
import { usePreferences } from './preferences';

export function DisplaySettings() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  const { languages } = useSiteFacts();
  const chooseLanguage = useLanguageChoice();
  const { isAsked, choice, choose } = useAnalyticsConsent();
  return (
    <FormSection title="Display" description="Kept in this browser, for everybody who uses it. Your account remembers the language too.">
      <LanguageSwitch value={language()} offered={languages} onChange={(name) => void chooseLanguage(name)} />
      <ThemeSwitch value={theme} onChange={setTheme} />
      <TextSizeSwitch value={textSize} onChange={setTextSize} />
      {isAsked ? (
        <SwitchField
          label="Let the site count the pages that I open"
          checked={choice === 'yes'}
          onChange={() => choose(choice === 'yes' ? 'no' : 'yes')}
        />
      ) : null}
    </FormSection>
  );
}

/** Theme, text size and whether page views are counted, as a section of the account's settings. They hold at once, for this browser. */
import { SwitchField } from '@web/ui/choice-fields';
import { FormSection } from '@web/ui/form-section';
import { TextSizeSwitch, ThemeSwitch } from '@web/ui/preferences';
import { useAnalyticsConsent } from './analytics-consent';
import { usePreferences } from './preferences';

export function DisplaySettings() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  const { isAsked, choice, choose } = useAnalyticsConsent();
  return (
    <FormSection title="Display" description="Kept in this browser, for everybody who uses it.">
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

/** Language, theme, text size and whether page views are counted, as a section of the account's settings. They hold at once, for this browser. */
import { SwitchField } from '@web/ui/forms/choice-fields';
import { FormSection } from '@web/ui/forms/form-section';
import { useAnalyticsConsent } from '../preferences/analytics-consent';
import { LookChoices } from '../layouts/display-menu';

export function DisplaySettings() {
  const { isAsked, choice, choose } = useAnalyticsConsent();
  return (
    <FormSection title="Display" description="Kept in this browser, for everybody who uses it. Your account remembers the language too.">
      <LookChoices />
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

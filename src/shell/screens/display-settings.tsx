/** The settings section with language, theme, text size and analytics consent. They apply immediately, in this browser. */
import { SwitchField } from '@web/ui/forms/choice-fields';
import { FormSection } from '@web/ui/forms/form-section';
import { useAnalyticsConsent } from '../preferences/analytics-consent';
import { DisplaySwitches } from '../layouts/display-settings';

export function DisplaySettingsSection() {
  const { requiresConsent, choice, choose } = useAnalyticsConsent();
  return (
    <FormSection title="Display" description="Applies to everyone who uses this browser. Your account also remembers the language.">
      <DisplaySwitches />
      {requiresConsent ? (
        <SwitchField
          label="Allow page view analytics"
          checked={choice === 'yes'}
          onChange={() => choose(choice === 'yes' ? 'no' : 'yes')}
        />
      ) : null}
    </FormSection>
  );
}

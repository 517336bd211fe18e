/** Theme and text size as a section of the account's settings. They hold at once, for this browser. */
import { FormSection } from '@web/ui/form-section';
import { TextSizeSwitch, ThemeSwitch } from '@web/ui/preferences';
import { usePreferences } from './preferences';

export function DisplaySettings() {
  const { theme, setTheme, textSize, setTextSize } = usePreferences();
  return (
    <FormSection title="Display" description="Kept in this browser, for everybody who uses it.">
      <ThemeSwitch value={theme} onChange={setTheme} />
      <TextSizeSwitch value={textSize} onChange={setTextSize} />
    </FormSection>
  );
}

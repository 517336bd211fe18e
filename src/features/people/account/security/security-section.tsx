/** Account security besides the password. */
import { PasskeysSection } from './passkeys-part';
import { TwoFactorSettings } from './two-factor-settings';

export function SecuritySection() {
  return (
    <>
      <PasskeysSection />
      <TwoFactorSettings />
    </>
  );
}

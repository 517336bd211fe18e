/** Account security besides the password. */
import { PasskeysPart } from './passkeys-part';
import { TwoFactorSettings } from './two-factor-settings';

export function SecuritySection() {
  return (
    <>
      <PasskeysPart />
      <TwoFactorSettings />
    </>
  );
}

/** What guards the own account beside its password. */
import { PasskeysPart } from './passkeys-part';
import { SecondStepPart } from './two-factor-settings';

export function SecuritySection() {
  return (
    <>
      <PasskeysPart />
      <SecondStepPart />
    </>
  );
}

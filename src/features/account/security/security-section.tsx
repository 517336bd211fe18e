/** What guards the own account beside its password. */
import { PasskeysPart } from './passkeys-part';
import { SecondStepPart } from './second-step-part';

export function SecuritySection() {
  return (
    <>
      <PasskeysPart />
      <SecondStepPart />
    </>
  );
}

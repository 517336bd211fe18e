/** What guards the own account beside its password. */
import { SecondStepPart } from './second-step-part';

export function SecuritySection() {
  return <SecondStepPart />;
}

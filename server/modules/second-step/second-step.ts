/** The door of the second step: how a proved first step becomes a session, and what ends the trust that was given. */
export { arrive, arriveByKey, type Arrival, type Arrived } from '../../people/two-factor/complete-sign-in';
export { endTrust } from '../../people/two-factor/devices';
export { provenAuthority, reauthenticateByCode, reauthenticateByKey, resetSecondStep } from '../../people/two-factor/setup';
export { sweepSecondSteps } from '../../people/two-factor/sweep';

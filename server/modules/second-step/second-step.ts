/** The door of the second step: how a proved first step becomes a session, and what ends the trust that was given. */
export { arrive, arriveByKey, type Arrival, type Arrived } from './arrival';
export { endTrust } from './devices';
export { provenAuthority, reauthenticateByCode, reauthenticateByKey, resetSecondStep } from './setup';
export { sweepSecondSteps } from './sweep';

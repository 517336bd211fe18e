/** The door of the second step: how a proved first step becomes a session, and what ends the trust that was given. */
export { arrive, type Arrival, type Arrived } from './arrival';
export { endTrust } from './devices';
export { reauthenticateByCode, resetSecondStep } from './setup';
export { sweepSecondSteps } from './sweep';

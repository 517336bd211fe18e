/** The door of the performers: what other modules may call. */
export { changeProfile, feature } from './change';
export { cardsById } from './find';
export { assertOfAge, attachDocument, createProfile, hasProfile } from './create';
export { ownProfile, reviewedProfiles, type ReviewedProfile } from './own';
export { setCommission } from './commission';
export { payoutMethods } from './payout';
export { decideVerification, withdrawVerification, type Decision } from './verification';
export { assertMaySee, viewPerformer } from './view';

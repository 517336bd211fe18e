/** The door of the performers: what other modules may call. */
export { changeProfile, feature } from './change';
export { runsInPublic } from './live';
export { cardsById, type Card } from './rows';
export { countNamed, isListedAs, shownTo } from './search';
export { assertOfAge, attachDocument, createProfile, hasProfile } from './create';
export { ownProfile, reviewedProfiles, type ReviewedProfile } from './own';
export { setClearing, setCommission } from './commission';
export { ownPayoutDetails, payoutMethods } from './payout';
export { decideVerification, withdrawVerification, type Decision } from './verification';
export { dayOf } from './age';
export { assertMaySee, hasLeft, idByUsername, isPageOpen, viewerKey, viewPerformer } from './view';
export { welcomeVideoRule } from './welcome';

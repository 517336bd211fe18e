/** The door of the performers: what other modules may call. */
export { changeProfile, feature } from '../../people/performers/change';
export { runsInPublic } from '../../people/performers/live';
export { cardsById, type Card } from '../../people/performers/rows';
export { countNamed, isListedAs, shownTo } from '../../people/performers/search';
export { assertOfAge, attachDocument, createProfile, hasProfile } from '../../people/performers/create';
export { ownProfile, reviewedProfiles, type ReviewedProfile } from '../../people/performers/private-profile';
export { setClearing, setCommission } from '../../people/performers/commission';
export { ownPayoutDetails, payoutMethods } from '../../people/performers/payout';
export { decideVerification, withdrawVerification, type Decision } from '../../people/performers/verification';
export { dayOf } from '../../people/performers/age';
export { assertMaySee, hasLeft, idByUsername, isPageOpen, viewerKey, viewPerformer } from '../../people/performers/view';
export { welcomeVideoRule } from '../../people/performers/welcome';

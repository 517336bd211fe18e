/** The door of the performers: what other modules may call. */
export { changeProfile, type ProfileChanges } from './change';
export { assertOfAge, attachDocument, createProfile } from './create';
export { ownProfile, reviewedProfile, reviewedProfiles } from './own';

/** The door of the moderation: what operators decide about people and about what they publish. */
export { appealAddress, turnAway } from '../../people/appeal-links/appeal-links';
export { decisionsAbout } from './rows';
export { endSuspensions, noteDecision, warn } from './decide';
export { hideContent, type ContentTarget } from '../../modules/moderation/content';

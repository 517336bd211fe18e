/** The door of the notifications: whoever causes something tells it here, in the transaction that does it. */
export { notify, notifyEach, notifyOperators, spread } from './notify';
export { readGroup, readGroups } from './read-group';
export { notifyAddressChanged, notifySecurity } from './security';
export type { SpreadTold, Told } from './told';
export { tellUnread, tellUnreadTo, unreadOf } from './unread';

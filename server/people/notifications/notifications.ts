/** The door of the notifications: whoever causes something tells it here, in the transaction that does it. */
export { notify, notifyEach, notifyOperators, spread } from '../../modules/notifications/notify';
export { readGroup, readGroups } from './read-group';
export { notifyAddressChanged, notifySecurity } from './security';
export type { SpreadTold, Told } from '../../modules/notifications/told';
export { tellUnread, tellUnreadTo, unreadOf } from '../../modules/notifications/unread';

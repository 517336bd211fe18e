/** The door of the subscriptions: what payments bring and take back. Who pays, and how, stands in `payments`. */
export { activate } from './activate';
export { endAccess } from './end';
export { noteFailure } from './failed';

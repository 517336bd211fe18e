/** The door of the accounts: the whole of an account, whatever its kind, and how people look each other up. */
export { currentUser } from '../../flows/own-account/own-account';
export { uploadAvatar } from './avatar';
export { noStats, statsOf } from './stats';

/** The door of the people: account rows, and nothing of who signs in or publishes. */
export { leaveAddress } from './addresses';
export { accountPath, changeAccount, ownAuthority, type Authority } from './change';
export { createAccount, type NewAccount } from './create';
export { accountsNamed, isCalled, namedLike, refoldNames } from './named';
export { replacePicture } from './pictures';
export {
  accountByLogin,
  accountFields,
  balanceAccountOf,
  findAccount,
  isGone,
  leftName,
  lockAccount,
  nameOf,
  peopleByIds,
  personColumns,
  personOf,
  providersOf,
} from './rows';
export type { AccountRow, Person, PersonRow, Provider } from './rows';
export { assertUsernameFree, proposeUsernames, usernameProblem } from './usernames';
export { sendVerification } from './verification';

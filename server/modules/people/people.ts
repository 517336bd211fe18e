/** The door of the people: account rows, and nothing of who signs in or publishes. */
export { leaveAddress } from '../../people/people/former-addresses';
export { accountPath, changeAccount, ownAuthority, type Authority } from '../../people/people/change';
export { createAccount, type NewAccount } from '../../people/people/create';
export { accountsNamed, isCalled, namedLike, refoldNames } from '../../people/people/name-search';
export { replacePicture } from '../../people/people/profile-images';
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
} from '../../people/people/rows';
export type { AccountRow, Person, PersonRow, Provider } from '../../people/people/rows';
export { assertUsernameFree, proposeUsernames, usernameProblem } from '../../people/people/usernames';
export { sendVerification } from '../../people/people/verification';

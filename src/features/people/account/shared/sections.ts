/** The sections of an account's settings: their names in the address, and who has which. */
import type { CurrentUser } from '@web/session/intents';

export const titles = {
  profile: 'Profile',
  attributes: 'About you',
  documents: 'Documents',
  prices: 'Prices',
  messages: 'Messages',
  welcome: 'Welcome video',
  'payout-method': 'Payout method',
  password: 'Password',
  security: 'Security',
  sessions: 'Devices',
  helpers: 'Helpers',
  privacy: 'Privacy',
  notifications: 'Notifications',
  cards: 'Cards',
  addresses: 'Addresses',
  'blocked-users': 'Blocked people',
  'blocked-countries': 'Blocked countries',
  display: 'Display',
  export: 'Your data',
} as const;
export type SectionName = keyof typeof titles;

const fans: readonly SectionName[] = [
  'profile',
  'cards',
  'addresses',
  'password',
  'security',
  'sessions',
  'privacy',
  'notifications',
  'display',
  'export',
];
/** What only those have who buy. */
const buyers: readonly SectionName[] = ['cards', 'addresses'];
const performers = (Object.keys(titles) as SectionName[]).filter((name) => !buyers.includes(name));

/** The sections of this account, in the order of the list. */
export function sectionsOf(user: Pick<CurrentUser, 'isPerformer'>): readonly SectionName[] {
  return user.isPerformer ? performers : fans;
}

/** Where the account's settings are, or one section of them. */
export function accountPath(user: Pick<CurrentUser, 'isPerformer'>, section?: SectionName): string {
  const path = user.isPerformer ? '/creator/account' : '/user/account';
  return section === undefined ? path : `${path}?section=${section}`;
}

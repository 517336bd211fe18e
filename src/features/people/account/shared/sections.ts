/** The sections of the account settings: their names in the URL, and which users have them. */
import type { CurrentUser } from '@web/services/current-user';

export const sectionTitles = {
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
  helpers: 'Managers',
  privacy: 'Privacy',
  notifications: 'Notifications',
  cards: 'Cards',
  addresses: 'Addresses',
  'blocked-users': 'Blocked people',
  'blocked-countries': 'Blocked countries',
  display: 'Display',
  export: 'Your data',
} as const;
export type SectionName = keyof typeof sectionTitles;

const fanSections: readonly SectionName[] = [
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
/** Sections only for users who buy. */
const buyerSections: readonly SectionName[] = ['cards', 'addresses'];
const performerSections = (Object.keys(sectionTitles) as SectionName[]).filter((name) => !buyerSections.includes(name));

/** The sections of this account, in list order. */
export function sectionsOf(user: Pick<CurrentUser, 'isPerformer'>): readonly SectionName[] {
  return user.isPerformer ? performerSections : fanSections;
}

/** The path of the account settings, or of one section. */
export function accountPath(user: Pick<CurrentUser, 'isPerformer'>, section?: SectionName): string {
  const path = user.isPerformer ? '/creator/account' : '/user/account';
  return section === undefined ? path : `${path}?section=${section}`;
}

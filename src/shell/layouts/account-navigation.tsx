/** The navigation items of signed-in people, by role. */
import type { CurrentUser } from '@web/services/current-user';
import { delegateContentPath } from '@web/session/delegate-paths';
import { isDelegateWith } from '@web/session/delegation';
import { profilePath } from '@web/lib/paths';
import type { NavItem } from '@web/ui/page/navigation-bars';
import {
  BellIcon,
  BookmarkIcon,
  CameraIcon,
  ConsoleIcon,
  HeartIcon,
  HomeIcon,
  ImageIcon,
  LibraryIcon,
  MailIcon,
  ParcelIcon,
  SettingsIcon,
  ShieldIcon,
  UserIcon,
  WalletIcon,
} from '@web/ui/icons/icons';
import { explore, live, search } from './navigation';

const home: NavItem = { label: 'Home', icon: <HomeIcon />, href: '/home' };
const following: NavItem = { label: 'Following', icon: <HeartIcon />, href: '/following' };
const bookmarks: NavItem = { label: 'Bookmarks', icon: <BookmarkIcon />, href: '/bookmarks' };
const content: NavItem = { label: 'Content', icon: <ImageIcon />, href: delegateContentPath };
const consent: NavItem = { label: 'Consent', icon: <ShieldIcon />, href: '/creator/consent' };
const goLive: NavItem = { label: 'Go live', icon: <CameraIcon />, href: '/creator/live' };
const operatorConsole: NavItem = { label: 'Console', icon: <ConsoleIcon />, href: '/admin' };

/** The tabs of a fan's library. */
export const libraryTabs = [
  { value: '/purchases', label: 'Purchases' },
  { value: '/subscriptions', label: 'Subscriptions' },
  { value: '/following', label: 'Following' },
  { value: '/bookmarks', label: 'Bookmarks' },
  { value: '/orders', label: 'Orders' },
];
const library: NavItem = {
  label: 'Library',
  icon: <LibraryIcon />,
  href: '/purchases',
  alsoAt: libraryTabs.map(({ value }) => value),
};
const wallet: NavItem = { label: 'Wallet', icon: <WalletIcon />, href: '/wallet' };

const profileOf = (user: CurrentUser): NavItem => ({
  label: 'Profile',
  icon: <UserIcon />,
  href: profilePath({ id: user._id, username: user.username }),
});
const salesOf = (user: CurrentUser): NavItem => ({ label: 'Sales', icon: <ParcelIcon />, href: `${profileOf(user).href}?tab=sales` });
export const accountOf = (user: CurrentUser): NavItem => ({
  label: 'Account',
  icon: <SettingsIcon />,
  href: user.isPerformer ? '/creator/account' : '/user/account',
});
const messagesOf = ({ unread }: CurrentUser): NavItem => ({
  label: 'Messages',
  icon: <MailIcon />,
  href: '/messages',
  badge: unread.conversations,
});
/** Operators cannot buy, so they have no library and no wallet. */
const isFan = (user: CurrentUser): boolean => user.role === 'user' && !user.isPerformer;
/** Empty for operators without rights, whose console would be empty. */
const consoleOf = (user: CurrentUser): NavItem[] => (user.role === 'operator' && user.rights.length > 0 ? [operatorConsole] : []);

/** Notifications; in the side rail, and in the top bar of phones. */
export function notificationsOf({ unread }: CurrentUser): NavItem {
  return { label: 'Notifications', icon: <BellIcon />, href: '/notifications', badge: unread.notifications };
}

/** All items of a delegate, by their rights. */
const delegateItemsOf = (user: CurrentUser): NavItem[] => [
  ...(isDelegateWith(user, 'content') ? [content] : []),
  ...(isDelegateWith(user, 'messages') ? [{ label: 'Messages', icon: <MailIcon />, href: '/messages' }] : []),
];

/** The bottom bar of phones, before and after **Create**; **You** comes last. */
export function bottomBarItemsOf(user: CurrentUser): { before: NavItem[]; after: NavItem[] } {
  if (user.helper !== null) return { before: delegateItemsOf(user), after: [] };
  const messages = messagesOf(user);
  return user.isPerformer ? { before: [profileOf(user), home], after: [messages] } : { before: [home, explore, live, messages], after: [] };
}

/** The side rail of larger screens. The layout adds the balance, **Create** and **More**. */
export function railItemsOf(user: CurrentUser): NavItem[] {
  if (user.helper !== null) return delegateItemsOf(user);
  const unread = [messagesOf(user), notificationsOf(user)];
  if (user.isPerformer) return [profileOf(user), home, explore, ...unread, goLive, salesOf(user)];
  return [home, explore, live, ...unread, ...(isFan(user) ? [library] : []), ...consoleOf(user)];
}

/** A fan's wallet or a performer's payouts; null for people without a balance. */
export function balanceItemOf(user: CurrentUser): NavItem | null {
  if (user.role === 'operator' || user.helper !== null) return null;
  return user.isPerformer ? { label: 'Earnings', icon: <WalletIcon />, href: `${profileOf(user).href}?tab=payouts` } : wallet;
}

/** The items of the account sheet, including those that do not fit into the bottom bar of phones. */
export function sheetItemsOf(user: CurrentUser): NavItem[] {
  if (user.helper !== null) return delegateItemsOf(user);
  const own = user.isPerformer
    ? [profileOf(user), goLive, salesOf(user), consent, explore, search, following, bookmarks]
    : [search, ...(isFan(user) ? [library, wallet] : [])];
  return [...consoleOf(user), ...own, accountOf(user)];
}

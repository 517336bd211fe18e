/** Who finds what in the bars once she is signed in. Only pages that exist; each role in the order that people expect. */
import type { CurrentUser } from '@web/session/intents';
import { workPath } from '@web/session/work-paths';
import { isHelperWith } from '@web/session/working';
import { profilePath } from '@web/lib/paths';
import type { NavItem } from '@web/ui/page/navigation-bars';
import {
  BagIcon,
  BellIcon,
  BookmarkIcon,
  CameraIcon,
  ConsoleIcon,
  HeartIcon,
  HomeIcon,
  ImageIcon,
  MailIcon,
  ParcelIcon,
  SettingsIcon,
  StarIcon,
  UserIcon,
  WalletIcon,
} from '@web/ui/icons/icons';
import { explore, live, search } from './navigation';

const home: NavItem = { label: 'Home', icon: <HomeIcon />, href: '/home' };
const following: NavItem = { label: 'Following', icon: <HeartIcon />, href: '/following' };
const bookmarks: NavItem = { label: 'Bookmarks', icon: <BookmarkIcon />, href: '/bookmarks' };
const content: NavItem = { label: 'Content', icon: <ImageIcon />, href: workPath };
const goLive: NavItem = { label: 'Go live', icon: <CameraIcon />, href: '/creator/live' };
const console: NavItem = { label: 'Console', icon: <ConsoleIcon />, href: '/admin' };

/** What a fan has kept and paid for, and what she pays with. */
const fanThings: readonly NavItem[] = [
  following,
  { label: 'Subscriptions', icon: <StarIcon />, href: '/subscriptions' },
  bookmarks,
  { label: 'Purchases', icon: <BagIcon />, href: '/purchases' },
  { label: 'Orders', icon: <ParcelIcon />, href: '/orders' },
  { label: 'Wallet', icon: <WalletIcon />, href: '/wallet' },
];

const profileOf = (user: CurrentUser): NavItem => ({
  label: 'Profile',
  icon: <UserIcon />,
  href: profilePath({ id: user._id, username: user.username }),
});
const salesOf = (user: CurrentUser): NavItem => ({ label: 'Sales', icon: <ParcelIcon />, href: `${profileOf(user).href}?tab=sales` });
const accountOf = (user: CurrentUser): NavItem => ({
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
/** A fan's own; whoever runs the site has other things to do here. */
const fanThingsOf = (user: CurrentUser): readonly NavItem[] => (user.role === 'user' ? fanThings : []);
/** Who joined the team and may do nothing there yet would find an empty house. */
const consoleOf = (user: CurrentUser): NavItem[] => (user.role === 'operator' && user.rights.length > 0 ? [console] : []);

/** What happened to her; in the rail, and on phones in the bar on top. */
export function notificationsOf({ unread }: CurrentUser): NavItem {
  return { label: 'Notifications', icon: <BellIcon />, href: '/notifications', badge: unread.notifications };
}

/** All places of somebody who works for another: what her rights open. */
const workOf = (user: CurrentUser): NavItem[] => [
  ...(isHelperWith(user, 'content') ? [content] : []),
  ...(isHelperWith(user, 'messages') ? [{ label: 'Messages', icon: <MailIcon />, href: '/messages' }] : []),
];

/** The bar at the foot of phones, before and after the place of **Create**; **You** comes last. */
export function tabsOf(user: CurrentUser): { before: NavItem[]; after: NavItem[] } {
  if (user.helper !== null) return { before: workOf(user), after: [] };
  const messages = messagesOf(user);
  return user.isPerformer ? { before: [profileOf(user), home], after: [messages] } : { before: [home, explore, live, messages], after: [] };
}

/** The rail of larger screens; **You** is added by the layout. */
export function placesOf(user: CurrentUser): NavItem[] {
  if (user.helper !== null) return workOf(user);
  const own = user.isPerformer ? [profileOf(user)] : [];
  const told = [messagesOf(user), notificationsOf(user)];
  const things = user.isPerformer ? [goLive, salesOf(user)] : fanThingsOf(user);
  const shows = user.isPerformer ? [] : [live];
  return [...own, home, explore, ...shows, search, ...told, ...things, accountOf(user), ...consoleOf(user)];
}

/** The ways that the account sheet offers: on phones what the bar at the foot has no room for, too. */
export function sheetItems(user: CurrentUser): NavItem[] {
  if (user.helper !== null) return workOf(user);
  const own = user.isPerformer ? [profileOf(user), salesOf(user), explore, search, following, bookmarks] : [search, ...fanThingsOf(user)];
  return [...consoleOf(user), ...own, accountOf(user)];
}

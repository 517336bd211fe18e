/** Who finds what in the bars. Only pages that exist; each role in the order that people expect. */
import type { CurrentUser } from '@web/session/intents';
import { profilePath } from '@web/lib/paths';
import type { NavItem } from '@web/ui/bars';
import {
  BagIcon,
  ConsoleIcon,
  ExploreIcon,
  HomeIcon,
  LoginIcon,
  PlusIcon,
  SettingsIcon,
  StarIcon,
  UserIcon,
  WalletIcon,
} from '@web/ui/icons';

const home: NavItem = { label: 'Home', icon: <HomeIcon />, href: '/home' };
const explore: NavItem = { label: 'Explore', icon: <ExploreIcon />, href: '/explore' };
const logIn: NavItem = { label: 'Log in', icon: <LoginIcon />, href: '/auth/login' };
const signUp: NavItem = { label: 'Sign up', icon: <PlusIcon />, href: '/auth/register', primary: true };
const console: NavItem = { label: 'Console', icon: <ConsoleIcon />, href: '/admin' };

/** What a fan has paid for, and what she pays with. */
const paidThings: readonly NavItem[] = [
  { label: 'Subscriptions', icon: <StarIcon />, href: '/subscriptions' },
  { label: 'Purchases', icon: <BagIcon />, href: '/purchases' },
  { label: 'Wallet', icon: <WalletIcon />, href: '/wallet' },
];

/** Where a person sets up her account. */
export function accountPath(user: CurrentUser): string {
  return user.isPerformer ? '/creator/account' : '/user/account';
}

const profileOf = (user: CurrentUser): NavItem => ({
  label: 'Profile',
  icon: <UserIcon />,
  href: profilePath({ id: user._id, username: user.username }),
});
const accountOf = (user: CurrentUser): NavItem => ({ label: 'Account', icon: <SettingsIcon />, href: accountPath(user) });
/** A fan's own; whoever runs the site has other things to do here. */
const paidThingsOf = (user: CurrentUser): readonly NavItem[] => (user.role === 'user' ? paidThings : []);
const consoleOf = (user: CurrentUser): NavItem[] => (user.role === 'operator' ? [console] : []);

/** The bar at the foot of phones; **You** is added by the layout. */
export function bottomItems(viewer: CurrentUser | null): NavItem[] {
  if (viewer === null) return [explore, logIn];
  return viewer.isPerformer ? [profileOf(viewer), home, explore] : [home, explore];
}

/** The rail of larger screens; **You** is added by the layout. */
export function railItems(viewer: CurrentUser | null): NavItem[] {
  if (viewer === null) return [explore, signUp, logIn];
  const own = viewer.isPerformer ? [profileOf(viewer), home, explore] : [home, explore, ...paidThingsOf(viewer)];
  return [...own, accountOf(viewer), ...consoleOf(viewer)];
}

/** The ways that the account sheet offers. */
export function sheetItems(viewer: CurrentUser): NavItem[] {
  return [...consoleOf(viewer), ...(viewer.isPerformer ? [profileOf(viewer)] : paidThingsOf(viewer)), accountOf(viewer)];
}

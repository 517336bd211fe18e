/** The navigation items of guests. For signed-in people see `account-navigation.tsx`. */
import type { NavItem } from '@web/ui/page/navigation-bars';
import { ExploreIcon, LiveIcon, LoginIcon, PlusIcon, SearchIcon } from '@web/ui/icons/icons';

export const explore: NavItem = { label: 'Explore', icon: <ExploreIcon />, href: '/explore' };
export const live: NavItem = { label: 'Live', icon: <LiveIcon />, href: '/live' };
export const search: NavItem = { label: 'Search', icon: <SearchIcon />, href: '/search' };
const logIn: NavItem = { label: 'Log in', icon: <LoginIcon />, href: '/auth/login' };
const signUp: NavItem = { label: 'Sign up', icon: <PlusIcon />, href: '/auth/register', primary: true };

/** The bottom bar of phones. */
export const guestTabs: readonly NavItem[] = [explore, live, search, logIn];
/** The side rail of larger screens. */
export const guestRailItems: readonly NavItem[] = [explore, live, search, signUp, logIn];

/** Selectors of the session for screens. */
import { useDispatch, useSelector } from 'react-redux';
import type { CurrentUser } from '@web/services/current-user';
import type { SessionState } from './state';
import type { UserState } from './user.slice';

const useSession = useSelector.withTypes<SessionState>();

/** Dispatches intents: `const dispatch = useAppDispatch(); dispatch(logoutRequested())`. */
export const useAppDispatch = useDispatch;

/** The signed-in account, or null for a guest. */
export const useCurrentUser = (): CurrentUser | null => useSession((state) => state.user.current);
export const useAccountId = (): string | null => useSession((state) => state.user.current?._id ?? null);
/** The state of the last sign-in: requesting, error, data, success. */
export const useLogin = (): SessionState['auth']['login'] => useSession((state) => state.auth.login);
/** The state of the last profile or password update. */
export const useAccountUpdate = (): UserState => useSession((state) => state.user);
export const useSettings = (): SessionState['settings'] => useSession((state) => state.settings);
export const useUi = (): SessionState['ui'] => useSession((state) => state.ui);
/** The open payment or report dialog. */
export const useDialogs = (): SessionState['dialogs'] => useSession((state) => state.dialogs);
/** The cart; null until it was read. For `useCart` only. */
export const useCartLines = (): SessionState['cart']['lines'] => useSession((state) => state.cart.lines);
/** The state of the socket connection: shown as a status, never as an error. */
export const useSocketStatus = (): SessionState['socket']['status'] => useSession((state) => state.socket.status);
/** Whether the account is online: from the latest socket event, else `initial` from the response. */
export const useIsOnline = (accountId: string, initial: boolean): boolean =>
  useSession((state) => state.presence.isOnline[accountId] ?? initial);
/** Whether the signed-in person follows a performer: from changes since the page load, else `initial` from the response. */
export const useIsFollowed = (performerId: string, initial: boolean): boolean =>
  useSession(({ follow }) => follow.ids.includes(performerId) || (initial && !follow.unfollowedIds.includes(performerId)));
/** Whether any performer was followed since the page was loaded. */
export const useHasFollowedHere = (): boolean => useSession(({ follow }) => follow.ids.length > 0);

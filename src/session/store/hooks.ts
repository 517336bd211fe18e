/** What screens read of the session. */
import { useDispatch, useSelector } from 'react-redux';
import type { CurrentUser } from '../intents';
import type { SessionState } from './state';
import type { UserState } from './user.slice';

const useSession = useSelector.withTypes<SessionState>();

/** Dispatches intents: `const ask = useIntents(); ask(logoutAsked())`. */
export const useIntents = useDispatch;

/** The signed-in account, or null for a guest. */
export const useCurrentUser = (): CurrentUser | null => useSession((state) => state.user.current);
export const useAccountId = (): string | null => useSession((state) => state.user.current?._id ?? null);
/** The record of the last sign-in: requesting, error, data, success. */
export const useLogin = (): SessionState['auth']['login'] => useSession((state) => state.auth.login);
/** How the last change of profile or password went. */
export const useUpdate = (): UserState => useSession((state) => state.user);
export const useSettings = (): SessionState['settings'] => useSession((state) => state.settings);
export const useUi = (): SessionState['ui'] => useSession((state) => state.ui);
/** Which of the dialogs that take a fan's money is open. */
export const useDialogs = (): SessionState['dialogs'] => useSession((state) => state.dialogs);
/** What lies in the cart; null until it was read. Only `useCart` reads it. */
export const useCartLines = (): SessionState['cart']['lines'] => useSession((state) => state.cart.lines);
/** How the connection to the host stands: shown as a status, never as an error. */
export const useSocketStatus = (): SessionState['socket']['status'] => useSession((state) => state.socket.status);
/** Whether the account is online: the newest word of the socket, else what the list said. */
export const useIsOnline = (accountId: string, asRead: boolean): boolean =>
  useSession((state) => state.presence.isOnline[accountId] ?? asRead);
/** Whether the signed-in person follows a performer: what she said here, else what the answer said. */
export const useIsFollowed = (performerId: string, asRead: boolean): boolean =>
  useSession(({ follow }) => follow.ids.includes(performerId) || (asRead && !follow.left.includes(performerId)));
/** Whether somebody was followed since the site was opened. */
export const useHasFollowedHere = (): boolean => useSession(({ follow }) => follow.ids.length > 0);

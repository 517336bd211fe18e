/** The session's part of the store, which every feature may read. */
import { authReducer } from './auth.slice';
import { cartReducer } from './cart.slice';
import { dialogsReducer } from './dialogs.slice';
import { followReducer } from './follow.slice';
import { presenceReducer } from './presence.slice';
import { settingsReducer } from './settings.slice';
import { socketReducer } from './socket.slice';
import { uiReducer } from './ui.slice';
import { userReducer } from './user.slice';

export const sessionReducers = {
  auth: authReducer,
  user: userReducer,
  follow: followReducer,
  ui: uiReducer,
  settings: settingsReducer,
  socket: socketReducer,
  presence: presenceReducer,
  dialogs: dialogsReducer,
  cart: cartReducer,
};

export type SessionState = { [K in keyof typeof sessionReducers]: ReturnType<(typeof sessionReducers)[K]> };

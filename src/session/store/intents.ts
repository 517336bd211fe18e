/** Intents of the session, from the person or the server. */
import type { BodyOf } from '@web/services/call';
import { createIntent } from './intent';
import type { PendingTwoFactorSignIn } from './pending-sign-in';

export type ProfileChanges = BodyOf<'PUT /performers/:id'>;

interface Login {
  username?: string;
  email?: string;
  /** As typed. The saga hashes it on sites with that setting. */
  password: string;
  remember: boolean;
}

/** The sign-in form was submitted. `next` is the page to open afterwards; it defaults to the `next` in the URL. */
export const loginSubmitted = createIntent<Login & { next?: string }>('auth/loginSubmitted');
/** A social login or a registration returned a session. */
export const tokenReceived = createIntent<{ token: string; expiresAt: string | null; remember: boolean; next?: string }>(
  'auth/tokenReceived',
);
/** The password was accepted, and the server requires two-factor verification. */
export const twoFactorRequired = createIntent<PendingTwoFactorSignIn>('auth/twoFactorRequired');
export const logoutRequested = createIntent('auth/logoutRequested');
/** The account was deleted, here or on another device. Its sessions have ended, and no reason is shown. */
export const accountDeleted = createIntent('auth/accountDeleted');
/** Signs out to sign in with another account; `next` is the page to open then. */
export const accountSwitchRequested = createIntent<{ next: string | undefined }>('auth/accountSwitchRequested');
/** The server rejected or ended the session with `token`. */
export const sessionRejected = createIntent<{ token: string | undefined }>('auth/sessionRejected');
/** The account may have changed elsewhere. */
export const refreshRequested = createIntent('user/refreshRequested');
export const profileSubmitted = createIntent<ProfileChanges>('user/profileSubmitted');
/** Both passwords as typed; `currentPassword` is absent when the account has none yet. */
export const passwordSubmitted = createIntent<{ password: string; currentPassword?: string }>('user/passwordSubmitted');
/** The socket is authenticated and receives events from now on. Earlier events are missed, so listeners refetch. */
export const socketAuthenticated = createIntent('socket/authenticated');
/** A screen shows the presence of these accounts. Replaces the screen's previous list. */
export const presenceWatched = createIntent<{ screen: string; accountIds: string[] }>('presence/watched');

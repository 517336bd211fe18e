/** What a person, or the host, asks of the session. */
import type { AnswerOf, BodyOf } from '@web/services/call';
import { createIntent } from './store/intent';
import type { WaitingStep } from './second-step';

export type CurrentUser = AnswerOf<'GET /users/me'>;
export type ProfileChanges = BodyOf<'PUT /performers/:id'>;

interface Login {
  username?: string;
  email?: string;
  /** As typed; it is hashed here when the site wants that. */
  password: string;
  remember: boolean;
}

/** The sign-in form was sent. `next` is where to go afterwards; without it the address of the page is asked. */
export const loginSubmitted = createIntent<Login & { next?: string }>('auth/loginSubmitted');
/** Another site, or a registration, brought a session. */
export const tokenArrived = createIntent<{ token: string; expiresAt: string | null; remember: boolean; next?: string }>(
  'auth/tokenArrived',
);
/** The first step of a sign-in is done, and the host asks for the second. */
export const stepAsked = createIntent<WaitingStep>('auth/stepAsked');
export const logoutAsked = createIntent('auth/logoutAsked');
/** She has deleted her account, here or on another device: her sessions are over, and there is nothing to explain. */
export const accountLeft = createIntent('auth/accountLeft');
/** Signs out to sign in as somebody else; `next` is where to go then. */
export const accountSwitchAsked = createIntent<{ next: string | undefined }>('auth/accountSwitchAsked');
/** The host refused the session with `token`, or ended it. */
export const sessionRefused = createIntent<{ token: string | undefined }>('auth/sessionRefused');
/** The own account may have changed elsewhere. */
export const refreshAsked = createIntent('user/refreshAsked');
export const profileSubmitted = createIntent<ProfileChanges>('user/profileSubmitted');
/** Both passwords as typed; the present one is absent when there is none yet. */
export const passwordSubmitted = createIntent<{ password: string; currentPassword?: string }>('user/passwordSubmitted');
/** The connection has proved whose it is: the host tells all from now on, and what was said before is asked for. */
export const socketProven = createIntent('socket/proven');
/** A screen shows the presence of these accounts, in place of those that it named before. */
export const presenceWatched = createIntent<{ screen: string; accountIds: string[] }>('presence/watched');

/** Where people land after signing in. */
import { keepingNext } from '@web/lib/next-path';
import { loginPath, profilePath, safeNext } from '@web/lib/paths';
import type { CurrentUser } from './intents';

/** The key in the address of the sign-in screen that keeps it from sending a signed-in person away. */
export const performersOnly = { key: 'for', value: 'performers' } as const;

/** The sign-in screen as somebody sees it who is signed in, but not as a performer. */
export function performersOnlyPath(next: string): string {
  const path = loginPath(next);
  return `${path}${path.includes('?') ? '&' : '?'}${performersOnly.key}=${performersOnly.value}`;
}

type Landing = Pick<CurrentUser, '_id' | 'username' | 'email' | 'isPerformer'>;

/** Whether the account lacks what everything else needs: an e-mail address and a username. */
export function needsSetup(user: Pick<Landing, 'username' | 'email'>): boolean {
  return !user.email || !user.username;
}

/** Where the own e-mail address is changed. */
export function addressPath({ isPerformer }: Pick<Landing, 'isPerformer'>): string {
  return `${isPerformer ? '/creator/account' : '/user/account'}?section=profile&field=email`;
}

/** Where `user` goes after signing in: first to complete the account, then to `next`, else home or to the own profile. */
export function landingOf(user: Landing, next?: string | null): string {
  if (needsSetup(user)) return keepingNext(user.isPerformer ? '/creator/account' : '/user/account', { next: next ?? undefined });
  return safeNext(next, user.isPerformer ? profilePath({ id: user._id, username: user.username }) : '/home');
}

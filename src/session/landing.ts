/** The landing page after sign-in. */
import { withNext } from '@web/lib/next-path';
import { loginPath, profilePath, safeNext } from '@web/lib/paths';
import type { CurrentUser } from '@web/services/current-user';

/** The query parameter of the sign-in screen that keeps it from redirecting a signed-in person. */
export const performersOnly = { key: 'for', value: 'performers' } as const;

/** The sign-in screen for people who are signed in, but not as a performer. */
export function performersOnlyPath(next: string): string {
  const path = loginPath(next);
  return `${path}${path.includes('?') ? '&' : '?'}${performersOnly.key}=${performersOnly.value}`;
}

/** The fields of an account that decide where it lands. */
type AccountFields = Pick<CurrentUser, '_id' | 'username' | 'email' | 'isPerformer'>;

/** Whether the account lacks an email address or a username, which all other screens require. */
export function needsSetup(user: Pick<AccountFields, 'username' | 'email'>): boolean {
  return !user.email || !user.username;
}

/** The page on which people change their email address. */
export function changeEmailPath({ isPerformer }: Pick<AccountFields, 'isPerformer'>): string {
  return `${isPerformer ? '/creator/account' : '/user/account'}?section=profile&field=email`;
}

/** The page after sign-in: the account setup if incomplete, else `next`, else the home page or the performer's profile. */
export function landingOf(user: AccountFields, next?: string | null): string {
  if (needsSetup(user)) return withNext(user.isPerformer ? '/creator/account' : '/user/account', { next: next ?? undefined });
  return safeNext(next, user.isPerformer ? profilePath({ id: user._id, username: user.username }) : '/home');
}

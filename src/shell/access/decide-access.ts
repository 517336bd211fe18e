/** Decides whether a viewer may see a page. Pure: used by the server before rendering, and by the browser at client-side navigation. */
import type { CurrentUser } from '@web/services/current-user';
import { loginPath } from '@web/lib/paths';
import { landingOf, performersOnly, performersOnlyPath } from '@web/session/landing';
import type { PageDefinition } from '../page/define-page';

export type Admission =
  | { kind: 'show' }
  | { kind: 'move'; to: string }
  | { kind: 'refuse'; status: 404 }
  /** A page for fans, opened by a performer. Shows a notice. */
  | { kind: 'fansOnly' }
  /** Opened by a delegate without the right to it. Shows a notice. */
  | { kind: 'beyondHelp' };

/** The two-factor setup. Operators without required two-factor can open no other page. */
const twoFactorPath = '/auth/second-step';

/** The page where a pending account deletion can be cancelled. All other pages are closed to the account. */
const deletionPath = '/auth/deletion';

const show: Admission = { kind: 'show' };
const move = (to: string): Admission => ({ kind: 'move', to });

/** The admission of `viewer` to a page with this definition. `path` includes the query. */
export function admit(
  { access, helper, forbidsRedirect, standIn }: Pick<PageDefinition, 'access' | 'helper' | 'forbidsRedirect' | 'standIn'>,
  viewer: CurrentUser | null,
  path: string,
): Admission {
  if (viewer?.owesSecondStep && viewer.status === 'active' && !path.startsWith(twoFactorPath) && !forbidsRedirect)
    return move(twoFactorPath);
  if (viewer?.status === 'deleting' && !path.startsWith(deletionPath) && !forbidsRedirect) return move(deletionPath);
  if (viewer?.helper) return isOpenToDelegate(helper, viewer.helper) ? show : { kind: 'beyondHelp' };
  const admission = admissionByAccess(access, viewer, path);
  // Access is checked first: the stand-in may not exist for this viewer.
  const other = viewer !== null && admission.kind === 'show' ? standIn?.(viewer) : undefined;
  if (other !== undefined) return forbidsRedirect ? show : move(other + searchOf(path));
  return forbidsRedirect && admission.kind === 'move' ? show : admission;
}

const isOpenToDelegate = (needed: PageDefinition['helper'], { rights }: NonNullable<CurrentUser['helper']>): boolean =>
  needed === 'any' || (needed !== undefined && rights.includes(needed));

function admissionByAccess(access: PageDefinition['access'], viewer: CurrentUser | null, path: string): Admission {
  if (access === 'open') return show;
  if (access === 'guest') return viewer === null || staysOnSignIn(viewer, path) ? show : move(landingOf(viewer, queryOf(path).get('next')));
  if (viewer === null) return move(loginPath(path));
  if (access === 'performer' && !viewer.isPerformer) return move(performersOnlyPath(path));
  if (access === 'operator' && viewer.role !== 'operator') return { kind: 'refuse', status: 404 };
  if (access === 'fan' && viewer.isPerformer) return { kind: 'fansOnly' };
  return show;
}

const addressOf = (path: string): URL => new URL(path, 'http://site.invalid');
const queryOf = (path: string): URLSearchParams => addressOf(path).searchParams;
const searchOf = (path: string): string => addressOf(path).search;

/** Whether a page for performers sent the viewer to sign-in: redirecting back would cause a loop. */
function staysOnSignIn(viewer: CurrentUser, path: string): boolean {
  return !viewer.isPerformer && queryOf(path).get(performersOnly.key) === performersOnly.value;
}

/** Decides whether a viewer may see a page. Pure: used by the server before rendering, and by the browser at client-side navigation. */
import type { CurrentUser } from '@web/services/current-user';
import { loginPath } from '@web/lib/paths';
import { landingOf, performersOnly, performersOnlyPath } from '@web/session/landing';
import type { PageDefinition } from '../page/define-page';

export type Admission =
  | { kind: 'show' }
  | { kind: 'redirect'; to: string }
  | { kind: 'error'; status: 404 }
  /** A page for fans, opened by a performer. Shows a notice. */
  | { kind: 'fansOnly' }
  /** Opened by a delegate without the right to it. Shows a notice. */
  | { kind: 'outsideDelegation' };

/** The two-factor setup. Operators without required two-factor can open no other page. */
const twoFactorPath = '/auth/second-step';

/** The page where a pending account deletion can be canceled. All other pages are closed to the account. */
const deletionPath = '/auth/deletion';

const show: Admission = { kind: 'show' };
const redirect = (to: string): Admission => ({ kind: 'redirect', to });

/** The admission of `viewer` to a page with this definition. `path` includes the query. */
export function admit(
  {
    access,
    delegateRight,
    forbidsRedirect,
    redirectFor,
  }: Pick<PageDefinition, 'access' | 'delegateRight' | 'forbidsRedirect' | 'redirectFor'>,
  viewer: CurrentUser | null,
  path: string,
): Admission {
  if (viewer?.owesSecondStep && viewer.status === 'active' && !path.startsWith(twoFactorPath) && !forbidsRedirect)
    return redirect(twoFactorPath);
  if (viewer?.status === 'deleting' && !path.startsWith(deletionPath) && !forbidsRedirect) return redirect(deletionPath);
  if (viewer?.helper) return isOpenToDelegate(delegateRight, viewer.helper) ? show : { kind: 'outsideDelegation' };
  const admission = admissionByAccess(access, viewer, path);
  // Access is checked first: the redirect target may not exist for this viewer.
  const redirectPath = viewer !== null && admission.kind === 'show' ? redirectFor?.(viewer) : undefined;
  if (redirectPath !== undefined) return forbidsRedirect ? show : redirect(redirectPath + searchOf(path));
  return forbidsRedirect && admission.kind === 'redirect' ? show : admission;
}

const isOpenToDelegate = (needed: PageDefinition['delegateRight'], { rights }: NonNullable<CurrentUser['helper']>): boolean =>
  needed === 'any' || (needed !== undefined && rights.includes(needed));

function admissionByAccess(access: PageDefinition['access'], viewer: CurrentUser | null, path: string): Admission {
  if (access === 'open') return show;
  if (access === 'guest')
    return viewer === null || staysOnSignIn(viewer, path) ? show : redirect(landingOf(viewer, queryOf(path).get('next')));
  if (viewer === null) return redirect(loginPath(path));
  if (access === 'performer' && !viewer.isPerformer) return redirect(performersOnlyPath(path));
  if (access === 'operator' && viewer.role !== 'operator') return { kind: 'error', status: 404 };
  if (access === 'fan' && viewer.isPerformer) return { kind: 'fansOnly' };
  return show;
}

const urlOf = (path: string): URL => new URL(path, 'http://site.invalid');
const queryOf = (path: string): URLSearchParams => urlOf(path).searchParams;
const searchOf = (path: string): string => urlOf(path).search;

/** Whether a page for performers sent the viewer to sign-in: redirecting back would cause a loop. */
function staysOnSignIn(viewer: CurrentUser, path: string): boolean {
  return !viewer.isPerformer && queryOf(path).get(performersOnly.key) === performersOnly.value;
}

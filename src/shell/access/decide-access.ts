/** Whether a viewer may see a page. Pure: the server asks before it renders, the browser when people move on inside the site. */
import type { CurrentUser } from '@web/session/intents';
import { loginPath } from '@web/lib/paths';
import { landingOf, performersOnly, performersOnlyPath } from '@web/session/landing';
import type { PageDefinition } from '../define-page';

export type Admission =
  | { kind: 'show' }
  | { kind: 'move'; to: string }
  | { kind: 'refuse'; status: 404 }
  /** A page made for fans, opened by a performer: she gets a sentence. */
  | { kind: 'fansOnly' }
  /** Opened by somebody who works for a performer, and not a part of that work: she gets a sentence. */
  | { kind: 'beyondHelp' };

/** Where an operator sets up what the site demands of her; she is let into nothing else before. */
const owedPath = '/auth/second-step';

/** Where somebody whose account is about to be deleted may keep it; it is closed to her otherwise. */
const leavingPath = '/auth/deletion';

const show: Admission = { kind: 'show' };
const move = (to: string): Admission => ({ kind: 'move', to });

/** What happens when `viewer` opens `path` (with its query), a page of this definition. */
export function admit(
  { access, helper, forbidsRedirect, standIn }: Pick<PageDefinition, 'access' | 'helper' | 'forbidsRedirect' | 'standIn'>,
  viewer: CurrentUser | null,
  path: string,
): Admission {
  if (viewer?.owesSecondStep && viewer.status === 'active' && !path.startsWith(owedPath) && !forbidsRedirect) return move(owedPath);
  if (viewer?.status === 'deleting' && !path.startsWith(leavingPath) && !forbidsRedirect) return move(leavingPath);
  if (viewer?.helper) return isForHelper(helper, viewer.helper) ? show : { kind: 'beyondHelp' };
  const answer = verdict(access, viewer, path);
  // Access first: the other page may be one that this viewer does not have.
  const other = viewer !== null && answer.kind === 'show' ? standIn?.(viewer) : undefined;
  if (other !== undefined) return forbidsRedirect ? show : move(other + searchOf(path));
  return forbidsRedirect && answer.kind === 'move' ? show : answer;
}

const isForHelper = (needed: PageDefinition['helper'], { rights }: NonNullable<CurrentUser['helper']>): boolean =>
  needed === 'any' || (needed !== undefined && rights.includes(needed));

function verdict(access: PageDefinition['access'], viewer: CurrentUser | null, path: string): Admission {
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

/** Sent to the sign-in screen by a page for performers: sending her back would end in a circle. */
function staysOnSignIn(viewer: CurrentUser, path: string): boolean {
  return !viewer.isPerformer && queryOf(path).get(performersOnly.key) === performersOnly.value;
}

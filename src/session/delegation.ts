/**
 * Delegation: a delegate acts for a performer. The delegation token replaces the session's token until it ends. All tabs reload when
 * it starts and ends, so that no page shows one account and acts as the other.
 */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { services } from '@web/services/services';
import { removeDraftsOf } from '@web/device/drafts';
import type { CurrentUser } from '@web/services/current-user';
import { deleteHistoryOf } from '@web/device/history-keys';
import { storeTokenCookie, readToken } from '@web/services/token';
import { firstDelegatePath, delegationsPath } from './delegate-paths';

const channelName = 'footlight-working';

/** This page receives its own broadcast too, but is already navigating. */
let isLeaving = false;

function reloadAllTabs(path: string): void {
  isLeaving = true;
  if (typeof BroadcastChannel !== 'undefined') {
    const tabs = new BroadcastChannel(channelName);
    tabs.postMessage('changed');
    tabs.close();
  }
  window.location.assign(path);
}

/** Reloads this page when another tab starts or ends a delegation. Returns the function that unsubscribes. */
export function reloadOnDelegationChange(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const tabs = new BroadcastChannel(channelName);
  tabs.onmessage = () => {
    if (!isLeaving) window.location.reload();
  };
  return () => tabs.close();
}

interface DelegatedSession {
  token: string;
  expiresAt: string;
  ownExpiresAt: string;
}

/** Replaces the delegate's own token with the delegation token. The own token is stored in another cookie, with its expiry. */
function storeDelegatedSession({ token, expiresAt, ownExpiresAt }: DelegatedSession): void {
  const own = readToken();
  if (own !== undefined) storeTokenCookie(cookies.own, `${String(Date.parse(ownExpiresAt))}.${own}`, new Date(ownExpiresAt));
  storeTokenCookie(cookies.session, token, new Date(expiresAt));
}

/** Restores the delegate's own token; returns whether there was one. */
function restoreOwnToken(): boolean {
  const [, expiresAt_ms, own] = /^(\d+)\.(.+)$/.exec(Cookies.get(cookies.own) ?? '') ?? [];
  Cookies.remove(cookies.own, { path: '/' });
  if (own === undefined) return false;
  storeTokenCookie(cookies.session, own, new Date(Number(expiresAt_ms)));
  return true;
}

/** Starts to act for the performer of this delegation. Rejects with the server's error. */
export async function beginDelegation(delegationId: string): Promise<void> {
  const session = await services.delegation['POST /helping/:id/begin']({ params: { id: delegationId } });
  storeDelegatedSession(session);
  reloadAllTabs(firstDelegatePath(session.rights));
}

/** Deletes the performer's drafts from the delegate's browser. Waits for pagehide, since screens save drafts until then. */
function deletePerformerDrafts(performerId: string): void {
  window.addEventListener('pagehide', () => {
    removeDraftsOf(performerId);
    deleteHistoryOf(performerId);
  });
}

/** Ends the delegation and returns to the delegate's own account. */
export async function endDelegation(performerId: string): Promise<void> {
  try {
    await services.auth['POST /auth/logout']();
  } catch {
    // The session then expires at the server; in this browser it ends now.
  }
  restoreOwnToken();
  deletePerformerDrafts(performerId);
  reloadAllTabs(delegationsPath);
}

/** After the server has ended the delegation: returns to the delegate's own account. Returns whether there was one. */
export function leaveEndedDelegation(performerId: string | undefined): boolean {
  if (!restoreOwnToken()) return false;
  if (performerId !== undefined) deletePerformerDrafts(performerId);
  reloadAllTabs(`${delegationsPath}?over=1`);
  return true;
}

/** Whether a delegate with this right acts for the account in this session. */
export const isDelegateWith = (user: CurrentUser, right: NonNullable<CurrentUser['helper']>['rights'][number]): boolean =>
  user.helper?.rights.includes(right) ?? false;

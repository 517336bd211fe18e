/**
 * Working for a performer: the session's token gives way to that of the work, and comes back when it ends. Every page is opened
 * anew at both moments, in all tabs, so that none shows one account and acts for the other.
 */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { services } from '@web/services/services';
import { forgetDraftsOf } from './drafts';
import type { CurrentUser } from './intents';
import { forgetTracesOf } from './own-traces';
import { keepToken, readToken } from '@web/services/token';
import { firstPlace, helpingPath } from './work-paths';

const channel = 'footlight-working';

/** This page hears its own word too, and goes elsewhere already. */
let isLeaving = false;

function openAnew(path: string): void {
  isLeaving = true;
  if (typeof BroadcastChannel !== 'undefined') {
    const others = new BroadcastChannel(channel);
    others.postMessage('changed');
    others.close();
  }
  window.location.assign(path);
}

/** Loads this page anew when another tab begins or ends work. Returns how to stop listening. */
export function followOtherTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const others = new BroadcastChannel(channel);
  others.onmessage = () => {
    if (!isLeaving) window.location.reload();
  };
  return () => others.close();
}

interface Work {
  token: string;
  expiresAt: string;
  ownExpiresAt: string;
}

/** Puts the token of a helper's work in the place of her own, which waits beside it, with the instant at which it ends. */
function storeWork({ token, expiresAt, ownExpiresAt }: Work): void {
  const own = readToken();
  if (own !== undefined) keepToken(cookies.own, `${String(Date.parse(ownExpiresAt))}.${own}`, new Date(ownExpiresAt));
  keepToken(cookies.session, token, new Date(expiresAt));
}

/** Puts the own token back in its place; answers whether one waited. */
function takeBackOwn(): boolean {
  const [, until, own] = /^(\d+)\.(.+)$/.exec(Cookies.get(cookies.own) ?? '') ?? [];
  Cookies.remove(cookies.own, { path: '/' });
  if (own === undefined) return false;
  keepToken(cookies.session, own, new Date(Number(until)));
  return true;
}

/** Begins to work for whom this help is for. Rejects with what the host refuses. */
export async function beginWork(helpingId: string): Promise<void> {
  const work = await services.helping['POST /helping/:id/begin']({ params: { id: helpingId } });
  storeWork(work);
  openAnew(firstPlace(work.rights));
}

/** What was begun for somebody else stays in no browser of who helps her: screens save what they hold until the page has gone. */
function forgetWork(performerId: string): void {
  window.addEventListener('pagehide', () => {
    forgetDraftsOf(performerId);
    forgetTracesOf(performerId);
  });
}

/** Ends the work for this performer, and goes back to the own account. */
export async function stopWork(performerId: string): Promise<void> {
  try {
    await services.auth['POST /auth/logout']();
  } catch {
    // Then it ends by its age; here it is over at once.
  }
  takeBackOwn();
  forgetWork(performerId);
  openAnew(helpingPath);
}

/** After the host has ended the work: back to the own account, where there is one. Answers whether there was. */
export function leaveEndedWork(performerId: string | undefined): boolean {
  if (!takeBackOwn()) return false;
  if (performerId !== undefined) forgetWork(performerId);
  openAnew(`${helpingPath}?over=1`);
  return true;
}

/** Whether somebody works for the account in this session who may do this. */
export const isHelperWith = (user: CurrentUser, right: NonNullable<CurrentUser['helper']>['rights'][number]): boolean =>
  user.helper?.rights.includes(right) ?? false;

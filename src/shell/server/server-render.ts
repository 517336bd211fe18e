/**
 * What happens on the server before a page is rendered: who is it, is the site open to her, may she see the page, what does
 * it show. Server only: reached by one dynamic import from `_app`.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cookies } from '@contract/kernel/conventions';
import type { NextPageContext } from 'next';
import type { Call } from '@web/services/call';
import { Refused } from '@web/services/api-error';
import { callAs } from '@web/services/server-call';
import { servicesOf } from '@web/services/services';
import type { Services } from '@web/services/services';
import { endpointKeyText } from '@web/services/use-endpoint';
import type { CurrentUser } from '@web/session/intents';
import { nextOf } from '@web/lib/next-path';
import { loginPath } from '@web/lib/paths';
import { reader } from '@web/lib/i18n/words';
import { firstSettings } from '@web/session/store/first-settings';
import { helpingPath } from '@web/session/work-paths';
import { admit } from '../access/decide-access';
import { answerPath, isAskedAt, mustAnswer } from '../adult-gate';
import { chooseLayout, layoutStatus, situationOf } from '../access/choose-layout';
import { definitionOf, namedLayout } from '../define-page';
import type { LoadContext, PageDefinition } from '../define-page';
import { siteEnvironment } from '../environment';
import type { SiteEnvironment } from '../environment';
import type { FirstProps, PageFault } from '../first-props';
import { pageHeaders } from './page-headers';
import { textSizeOf, themeOf } from '../chosen';
import { visitorAddress } from './visitor-address';

type Definition = Omit<PageDefinition, 'screen'>;
const nonce_bytes = 16;
const retryAfter_s = 300;
const minute_ms = 60_000;
const year_s = 365 * 86_400;

/** The facts for a page, with status and headers of the answer set; null when the visitor was sent elsewhere. */
export async function prepareRender(
  { req, res, asPath = '/', pathname, query }: NextPageContext,
  page: unknown,
): Promise<FirstProps | null> {
  if (!req || !res) throw new Error('A page is prepared for a request.');
  const environment = siteEnvironment();
  if (isUnderOtherName(req, environment)) return sendTo(res, environment.siteUrl + (req.url ?? '/'));

  const stored = cookiesOf(req);
  const definition = definitionOf(page);
  const token = definition.forNobody ? undefined : tokenIn(stored);
  const call = callAs(
    { token, clientAddress: addressOf(req, environment) },
    { internalUrl: environment.apiInternalUrl, appSecret: environment.appSecret, now: () => new Date() },
  );
  const site = await learn(servicesOf(call), token);
  const isSessionDead = site.isSessionRefused || (token === undefined && Boolean(stored[cookies.session]) && !definition.forNobody);
  for (const [name, value] of Object.entries(
    pageHeaders({
      ...environment,
      settings: site.settings,
      nonce: randomBytes(nonce_bytes).toString('base64'),
      isDevelopment: process.env.NODE_ENV === 'development',
    }),
  ))
    res.setHeader(name, value);
  if (isSessionDead) {
    const own = ownTokenIn(stored);
    res.appendHeader('Set-Cookie', sessionCookie(own, environment));
    if (own !== null) {
      res.appendHeader('Set-Cookie', `${cookies.own}=; Path=/; Max-Age=0; SameSite=Lax`);
      return sendTo(res, `${helpingPath}?over=1`);
    }
  }

  const facts: FirstProps = {
    apiUrl: environment.apiUrl,
    siteUrl: environment.siteUrl,
    user: site.user,
    settings: site.settings,
    country: site.country,
    theme: themeOf(stored[cookies.theme]),
    textSize: textSizeOf(stored[cookies.textSize]),
    languages: reader().languages ?? ['en'],
    fallback: {},
    fault: site.fault,
  };
  if (pathname === answerPath && req.method === 'POST') return answered(res, environment.siteUrl, query);
  const layout = chooseLayout(situationOf(site.user, site.settings, site.country, namedLayout(definition, site.user)));
  const closedStatus = layoutStatus[layout];
  if (closedStatus !== undefined) return closed(res, facts, closedStatus);
  if (facts.fault !== null) return faulty(res, facts, facts.fault);
  if (isSessionDead && !definition.forbidsRedirect && !asPath.startsWith('/auth/')) return sendTo(res, loginPath(asPath));
  if (res.statusCode >= 400 || pathname === '/_error') return faulty(res, facts, faultOf(res.statusCode >= 400 ? res.statusCode : 500));

  const admission = admit(definition, site.user, asPath);
  if (admission.kind === 'move') return sendTo(res, admission.to);
  if (admission.kind === 'refuse') return faulty(res, facts, faultOf(admission.status));
  if (!definition.forNobody && mustAnswer(site.user, site.settings, stored[cookies.adult])) {
    facts.asksAge = true;
    if (isAskedAt(asPath)) return unseen(res, facts);
  }
  if (admission.kind === 'fansOnly' || admission.kind === 'beyondHelp') return facts;
  return loaded(res, facts, definition, call, query);
}

interface Site {
  settings: FirstProps['settings'];
  country: FirstProps['country'];
  user: CurrentUser | null;
  /** There is a token, and the host does not take it. */
  isSessionRefused: boolean;
  /** The host does not answer. */
  fault: PageFault | null;
}

async function learn({ site, blocking, users }: Services, token: string | undefined): Promise<Site> {
  const [settings, country, me] = await Promise.allSettled([
    site['GET /settings/public'](),
    blocking['GET /block/countries/check'](),
    token === undefined ? null : users['GET /users/me'](),
  ]);
  return {
    settings: settings.status === 'fulfilled' ? settings.value : firstSettings,
    country: country.status === 'fulfilled' ? country.value : { blocked: false, country: null },
    user: me.status === 'fulfilled' ? me.value : null,
    isSessionRefused: me.status === 'rejected' && isEnded(me.reason),
    fault: settings.status === 'rejected' ? faultOf(503) : null,
  };
}

/** A site in maintenance or closed to a country also refuses this call; the session is none the worse for it. */
function isEnded(reason: unknown): boolean {
  return reason instanceof Refused && (reason.statusCode === 401 || reason.error === 'account_suspended');
}

async function loaded(
  res: ServerResponse,
  facts: FirstProps,
  definition: Definition,
  call: Call,
  query: NextPageContext['query'],
): Promise<FirstProps | null> {
  const keep: LoadContext['read'] = async (name, input) => {
    const answer = await call(name, input);
    facts.fallback[endpointKeyText(name, input)] = answer;
    return answer;
  };
  const keepAlike: LoadContext['readAlike'] = async (name, input) => {
    if (facts.user !== null) return keep(name, input);
    const key = endpointKeyText(name, input);
    const answer = await inOneFlight(`${facts.country.country ?? ''} ${key}`, () => call(name, input));
    facts.fallback[key] = answer;
    return answer;
  };
  const single = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]));
  try {
    const result = await definition.load?.({
      services: servicesOf(call),
      read: keep,
      readAlike: keepAlike,
      query: single,
      viewer: facts.user,
      siteUrl: facts.siteUrl,
    });
    if (result?.redirect) return sendTo(res, result.redirect);
    if (result?.document) return sendDocument(res, result.document);
    if (result?.status) res.statusCode = result.status;
    return facts;
  } catch (error) {
    // What is not a refusal is a bug: the framework answers 500 and shows the error page.
    if (!(error instanceof Refused)) throw error;
    if (error.statusCode === 401) return sendTo(res, loginPath());
    return faulty(res, facts, {
      status: error.statusCode || 503,
      message: error.isFromHost ? error.message : null,
      number: error.requestId || null,
    });
  }
}

const flights = new Map<string, Promise<unknown>>();

/** The answer of a call that is on its way already, or of a new one. Nothing is kept once it has come: no answer is ever old. */
function inOneFlight<A>(key: string, call: () => Promise<A>): Promise<A> {
  const known = flights.get(key);
  if (known) return known as Promise<A>;
  const flight = call().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

const faultOf = (status: number): PageFault => ({ status, message: null, number: null });

function faulty(res: ServerResponse, facts: FirstProps, fault: PageFault): FirstProps {
  res.statusCode = fault.status;
  if (fault.status === 503) res.setHeader('Retry-After', '30');
  return { ...facts, fallback: {}, fault };
}

/** Maintenance and the country block: no content, not to be indexed. */
function closed(res: ServerResponse, facts: FirstProps, status: number): FirstProps {
  res.statusCode = status;
  res.setHeader('X-Robots-Tag', 'noindex');
  if (status === 503) res.setHeader('Retry-After', String(retryAfterOf(facts.settings.maintenanceEndsAt)));
  return facts;
}

/** The question of age: nothing of the page is read, and what is not shown is not indexed. */
function unseen(res: ServerResponse, facts: FirstProps): FirstProps {
  res.setHeader('X-Robots-Tag', 'noindex');
  return facts;
}

/** A visitor has said that she is of age: keeps that in her browser, and leads on by a request of its own. */
function answered(res: ServerResponse, siteUrl: string, query: NextPageContext['query']): null {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  res.appendHeader('Set-Cookie', `${cookies.adult}=yes; Path=/; Max-Age=${String(year_s)}; SameSite=Lax; HttpOnly${secure}`);
  res.writeHead(303, { Location: nextOf(query) ?? '/' });
  res.end();
  return null;
}

/** Seconds until the expected end, at least a minute; five minutes when no end is named. */
function retryAfterOf(endsAt: string | null): number {
  if (endsAt === null) return retryAfter_s;
  return Math.ceil(Math.max(new Date(endsAt).getTime() - Date.now(), minute_ms) / 1000);
}

function sendTo(res: ServerResponse, location: string): null {
  res.writeHead(307, { Location: location });
  res.end();
  return null;
}

function sendDocument(res: ServerResponse, { type, text }: { type: string; text: string }): null {
  res.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' });
  res.end(text);
  return null;
}

/** Cookies and the host's list of origins hold for one name of the site. */
function isUnderOtherName(req: IncomingMessage, { siteUrl }: SiteEnvironment): boolean {
  const forwarded = req.headers['x-forwarded-host'];
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? req.headers.host;
  return host !== undefined && host !== new URL(siteUrl).host;
}

function addressOf(req: IncomingMessage, { trustedProxies }: SiteEnvironment): string {
  // The framework adds its own word to this header when there is none; the socket's peer is what it says then.
  const forwarded = req.headers['x-forwarded-for'];
  return visitorAddress(req.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded, trustedProxies);
}

function cookiesOf(req: IncomingMessage): Record<string, string | undefined> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, decoded(value.join('='))]));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

interface OwnToken {
  token: string;
  until: Date;
}

/** The own token of somebody whose work for another has ended, where it waits and has time left. */
function ownTokenIn(stored: Record<string, string | undefined>): OwnToken | null {
  const [, until, token] = /^(\d{1,15})\.([\w-]+)$/.exec(stored[cookies.own] ?? '') ?? [];
  return token !== undefined && Number(until) > Date.now() ? { token, until: new Date(Number(until)) } : null;
}

/** The session's cookie with the token that is to be there from now on, or without any. */
function sessionCookie(own: OwnToken | null, { siteUrl }: SiteEnvironment): string {
  if (own === null) return `${cookies.session}=; Path=/; Max-Age=0; SameSite=Lax`;
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookies.session}=${own.token}; Path=/; Expires=${own.until.toUTCString()}; SameSite=Lax${secure}`;
}

/** A token fit for a header; anything else would be refused by the wire before the host could. */
function tokenIn(stored: Record<string, string | undefined>): string | undefined {
  const token = stored[cookies.session];
  return token !== undefined && /^[\x21-\x7e]+$/.test(token) && !['null', 'undefined'].includes(token) ? token : undefined;
}

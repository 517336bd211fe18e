/**
 * Prepares a page render on the server: authentication, maintenance and country block, access, and page data. Server only: loaded by one
 * dynamic import from `_app`.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { forwardedClient } from '@client-address/client-address';
import { cookies } from '@contract/kernel/conventions';
import type { NextPageContext } from 'next';
import type { Call } from '@web/services/call';
import { ApiError } from '@web/services/api-error';
import { callAs } from '@web/services/server-call';
import { servicesOf } from '@web/services/services';
import type { Services } from '@web/services/services';
import { endpointKeyText } from '@web/services/use-endpoint';
import type { CurrentUser } from '@web/services/current-user';
import { nextOf } from '@web/lib/next-path';
import { loginPath } from '@web/lib/paths';
import { viewerLocale } from '@web/lib/i18n/words';
import { firstSettings } from '@web/session/store/first-settings';
import { delegationsPath } from '@web/session/delegate-paths';
import { admit } from '../access/decide-access';
import { ageAnswerPath, isAgeGated, mustConfirmAge } from '../access/adult-gate';
import { chooseLayout, layoutStatus, situationOf } from '../access/choose-layout';
import { definitionOf, namedLayout } from '../page/define-page';
import type { LoadContext } from '@web/services/load-context';
import type { PageDefinition } from '../page/define-page';
import { siteEnvironment } from './environment';
import type { SiteEnvironment } from './environment';
import type { ServerProps, PageError } from '../page/server-props';
import { pageHeaders } from './page-headers';
import { textSizeOf, themeOf } from '../preferences/cookies';

type Definition = Omit<PageDefinition, 'screen'>;
const nonce_bytes = 16;
const retryAfter_s = 300;
const minute_ms = 60_000;
const year_s = 365 * 86_400;

/** The props of a page. Sets the response's status and headers. Null after a redirect. */
export async function prepareRender(
  { req, res, asPath = '/', pathname, query }: NextPageContext,
  page: unknown,
): Promise<ServerProps | null> {
  if (!req || !res) throw new Error('A page is prepared for a request.');
  const environment = siteEnvironment();
  if (isOtherHost(req, environment)) return redirectTo(res, environment.siteUrl + (req.url ?? '/'));

  const requestCookies = parseCookies(req);
  const definition = definitionOf(page);
  const token = definition.isAccountless ? undefined : tokenIn(requestCookies);
  const call = callAs(
    { token, clientAddress: clientAddressOf(req, environment) },
    { internalUrl: environment.apiInternalUrl, appSecret: environment.appSecret, now: () => new Date() },
  );
  const site = await loadSite(servicesOf(call), token);
  const isSessionInvalid =
    site.isSessionRejected || (token === undefined && Boolean(requestCookies[cookies.session]) && !definition.isAccountless);
  for (const [name, value] of Object.entries(
    pageHeaders({
      ...environment,
      settings: site.settings,
      nonce: randomBytes(nonce_bytes).toString('base64'),
      isDevelopment: process.env.NODE_ENV === 'development',
    }),
  ))
    res.setHeader(name, value);
  if (isSessionInvalid) {
    const own = ownTokenIn(requestCookies);
    res.appendHeader('Set-Cookie', sessionCookie(own, environment));
    if (own !== null) {
      res.appendHeader('Set-Cookie', `${cookies.own}=; Path=/; Max-Age=0; SameSite=Lax`);
      return redirectTo(res, `${delegationsPath}?over=1`);
    }
  }

  const props: ServerProps = {
    apiUrl: environment.apiUrl,
    siteUrl: environment.siteUrl,
    user: site.user,
    settings: site.settings,
    country: site.country,
    theme: themeOf(requestCookies[cookies.theme]),
    textSize: textSizeOf(requestCookies[cookies.textSize]),
    languages: viewerLocale().languages ?? ['en'],
    fallback: {},
    pageError: site.pageError,
  };
  if (pathname === ageAnswerPath && req.method === 'POST') return storeAgeConfirmation(res, environment.siteUrl, query);
  const layout = chooseLayout(situationOf(site.user, site.settings, site.country, namedLayout(definition, site.user)));
  const closedStatus = layoutStatus[layout];
  if (closedStatus !== undefined) return closedPage(res, props, closedStatus);
  if (props.pageError !== null) return errorPage(res, props, props.pageError);
  if (isSessionInvalid && !definition.forbidsRedirect && !asPath.startsWith('/auth/')) return redirectTo(res, loginPath(asPath));
  if (res.statusCode >= 400 || pathname === '/_error') return errorPage(res, props, errorOf(res.statusCode >= 400 ? res.statusCode : 500));

  const admission = admit(definition, site.user, asPath);
  if (admission.kind === 'redirect') return redirectTo(res, admission.to);
  if (admission.kind === 'error') return errorPage(res, props, errorOf(admission.status));
  if (!definition.isAccountless && mustConfirmAge(site.user, site.settings, requestCookies[cookies.adult])) {
    props.needsAgeConfirmation = true;
    if (isAgeGated(asPath)) return withoutIndexing(res, props);
  }
  if (admission.kind === 'fansOnly' || admission.kind === 'outsideDelegation') return props;
  return loadPage(res, props, definition, call, query);
}

interface Site {
  settings: ServerProps['settings'];
  country: ServerProps['country'];
  user: CurrentUser | null;
  /** The API rejected the token. */
  isSessionRejected: boolean;
  /** The API cannot be reached. */
  pageError: PageError | null;
}

async function loadSite({ site, blocking, users }: Services, token: string | undefined): Promise<Site> {
  const [settings, country, me] = await Promise.allSettled([
    site['GET /settings/public'](),
    blocking['GET /block/countries/check'](),
    token === undefined ? null : users['GET /users/me'](),
  ]);
  return {
    settings: settings.status === 'fulfilled' ? settings.value : firstSettings,
    country: country.status === 'fulfilled' ? country.value : { blocked: false, country: null },
    user: me.status === 'fulfilled' ? me.value : null,
    isSessionRejected: me.status === 'rejected' && isSessionError(me.reason),
    pageError: settings.status === 'rejected' ? errorOf(503) : null,
  };
}

/** Maintenance and the country block also reject this call, but do not invalidate the session. */
function isSessionError(reason: unknown): boolean {
  return reason instanceof ApiError && (reason.statusCode === 401 || reason.error === 'account_suspended');
}

async function loadPage(
  res: ServerResponse,
  props: ServerProps,
  definition: Definition,
  call: Call,
  query: NextPageContext['query'],
): Promise<ServerProps | null> {
  const read: LoadContext['read'] = async (name, input) => {
    const response = await call(name, input);
    props.fallback[endpointKeyText(name, input)] = response;
    return response;
  };
  const readShared: LoadContext['readShared'] = async (name, input) => {
    if (props.user !== null) return read(name, input);
    const key = endpointKeyText(name, input);
    const response = await coalesced(`${props.country.country ?? ''} ${key}`, () => call(name, input));
    props.fallback[key] = response;
    return response;
  };
  const singleValues = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]));
  try {
    const result = await definition.load?.({
      services: servicesOf(call),
      read,
      readShared,
      query: singleValues,
      viewer: props.user,
      siteUrl: props.siteUrl,
    });
    if (result?.redirect) return redirectTo(res, result.redirect);
    if (result?.document) return sendDocument(res, result.document);
    if (result?.status) res.statusCode = result.status;
    return props;
  } catch (error) {
    // Other errors are bugs: Next.js responds with 500 and shows the error page.
    if (!(error instanceof ApiError)) throw error;
    if (error.statusCode === 401) return redirectTo(res, loginPath());
    // The API request is built only from the page's URL, so a URL that the API rejects as invalid does not exist.
    if (error.error === 'invalid_request') return errorPage(res, props, errorOf(404));
    return errorPage(res, props, {
      status: error.statusCode || 503,
      message: error.isFromServer ? error.message : null,
      requestId: error.requestId || null,
    });
  }
}

const pendingCalls = new Map<string, Promise<unknown>>();

/** Joins a pending call with the same key, or starts one. Responses are not cached, so they are never stale. */
function coalesced<R>(key: string, call: () => Promise<R>): Promise<R> {
  const pending = pendingCalls.get(key);
  if (pending) return pending as Promise<R>;
  const started = call().finally(() => pendingCalls.delete(key));
  pendingCalls.set(key, started);
  return started;
}

const errorOf = (status: number): PageError => ({ status, message: null, requestId: null });

function errorPage(res: ServerResponse, props: ServerProps, pageError: PageError): ServerProps {
  res.statusCode = pageError.status;
  if (pageError.status === 503) res.setHeader('Retry-After', '30');
  return { ...props, fallback: {}, pageError };
}

/** Maintenance and the country block: no content, noindex. */
function closedPage(res: ServerResponse, props: ServerProps, status: number): ServerProps {
  res.statusCode = status;
  res.setHeader('X-Robots-Tag', 'noindex');
  if (status === 503) res.setHeader('Retry-After', String(retryAfterOf(props.settings.maintenanceEndsAt)));
  return props;
}

/** The age gate: the page's data is not loaded, and the page is not indexed. */
function withoutIndexing(res: ServerResponse, props: ServerProps): ServerProps {
  res.setHeader('X-Robots-Tag', 'noindex');
  return props;
}

/** Stores the visitor's age confirmation in a cookie, and redirects. */
function storeAgeConfirmation(res: ServerResponse, siteUrl: string, query: NextPageContext['query']): null {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  res.appendHeader('Set-Cookie', `${cookies.adult}=yes; Path=/; Max-Age=${String(year_s)}; SameSite=Lax; HttpOnly${secure}`);
  res.writeHead(303, { Location: nextOf(query) ?? '/' });
  res.end();
  return null;
}

/** Seconds until the expected end, at least a minute; five minutes without an expected end. */
function retryAfterOf(endsAt: string | null): number {
  if (endsAt === null) return retryAfter_s;
  return Math.ceil(Math.max(new Date(endsAt).getTime() - Date.now(), minute_ms) / 1000);
}

function redirectTo(res: ServerResponse, location: string): null {
  res.writeHead(307, { Location: location });
  res.end();
  return null;
}

function sendDocument(res: ServerResponse, { type, text }: { type: string; text: string }): null {
  res.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' });
  res.end(text);
  return null;
}

/** Whether the request uses another hostname. Cookies and the API's allowed origins are valid for one hostname only. */
function isOtherHost(req: IncomingMessage, { siteUrl }: SiteEnvironment): boolean {
  const forwarded = req.headers['x-forwarded-host'];
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? req.headers.host;
  return host !== undefined && host !== new URL(siteUrl).host;
}

function clientAddressOf(req: IncomingMessage, { trustedProxies }: SiteEnvironment): string {
  // Next.js sets this header to the socket's peer address if it is absent.
  const forwarded = req.headers['x-forwarded-for'];
  return forwardedClient(req.socket.remoteAddress ?? '', Array.isArray(forwarded) ? forwarded.join(',') : forwarded, trustedProxies);
}

function parseCookies(req: IncomingMessage): Record<string, string | undefined> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, decodeCookie(value.join('='))]));
}

function decodeCookie(value: string): string {
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

/** A delegate's own token, stored during a delegation; null if it is absent or expired. */
function ownTokenIn(requestCookies: Record<string, string | undefined>): OwnToken | null {
  const [, until, token] = /^(\d{1,15})\.([\w-]+)$/.exec(requestCookies[cookies.own] ?? '') ?? [];
  return token !== undefined && Number(until) > Date.now() ? { token, until: new Date(Number(until)) } : null;
}

/** The `Set-Cookie` value that restores the own token, or removes the session cookie. */
function sessionCookie(own: OwnToken | null, { siteUrl }: SiteEnvironment): string {
  if (own === null) return `${cookies.session}=; Path=/; Max-Age=0; SameSite=Lax`;
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookies.session}=${own.token}; Path=/; Expires=${own.until.toUTCString()}; SameSite=Lax${secure}`;
}

/** The token, if it is a valid header value; other values would make the HTTP client throw. */
function tokenIn(requestCookies: Record<string, string | undefined>): string | undefined {
  const token = requestCookies[cookies.session];
  return token !== undefined && /^[\x21-\x7e]+$/.test(token) && !['null', 'undefined'].includes(token) ? token : undefined;
}

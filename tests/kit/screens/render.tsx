/** Renders a screen as the app shell would: with store, session, responses, address and toasts, against the fake host. */
import { render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { SWRConfig } from 'swr';
import { setApiUrl } from '@web/services/api';
import { FreshFallback, swrOptions } from '@web/services/use-endpoint';
import type { CurrentUser } from '@web/services/current-user';
import { firstSettings } from '@web/session/store/first-settings';
import { removeToken, storeToken } from '@web/services/token';
import { makeStore } from '@web/shell/store/store';
import { SiteInfoContext } from '@web/shell/page/site-info';
import { PreferencesProvider } from '@web/shell/preferences/preferences';
import { ToastHost } from '@web/shell/hosts/toast-host';
import { fakeSagaContext } from './fake-saga-context';
import { fakeHostUrl } from './fake-host';

interface RenderOptions {
  user?: CurrentUser;
  settings?: Partial<typeof firstSettings>;
  /** The address with its query. */
  path?: string;
  /** Route parameters besides the query of `path`. */
  query?: Record<string, string>;
  /** Responses that came with the page, by the text of their SWR key. */
  fallback?: Record<string, unknown>;
}

export interface Rendered extends RenderResult {
  store: ReturnType<typeof makeStore>['store'];
  /** The paths of navigations, the oldest first. */
  navigations: () => string[];
}

const siteInfo = { apiUrl: fakeHostUrl, siteUrl: 'http://localhost:3000', country: { blocked: false, country: null }, languages: ['en'] };

export function renderScreen(
  screen: ReactElement,
  { user, settings, path = '/', query = {}, fallback = {} }: RenderOptions = {},
): Rendered {
  const navigations: string[] = [];
  const router = testRouter(path, query, navigations);
  const { store, gate } = makeStore({ user: user ?? null, settings: { ...firstSettings, ...settings } });
  setApiUrl(fakeHostUrl);
  window.history.replaceState(null, '', path);
  if (user) storeToken('token-of-the-test', false);
  else removeToken();
  gate.open(fakeSagaContext({ navigate: (to) => void router.replace(to), currentPath: () => router.asPath }));
  const result = render(
    <RouterContext.Provider value={router}>
      <Provider store={store}>
        <SiteInfoContext.Provider value={siteInfo}>
          <PreferencesProvider theme="light" textSize={100}>
            <FreshFallback.Provider value>
              <SWRConfig value={{ ...swrOptions, fallback, provider: () => new Map(), dedupingInterval: 0 }}>
                {screen}
                <ToastHost />
              </SWRConfig>
            </FreshFallback.Provider>
          </PreferencesProvider>
        </SiteInfoContext.Provider>
      </Provider>
    </RouterContext.Provider>,
  );
  return { ...result, store, navigations: () => navigations };
}

function testRouter(path: string, query: Record<string, string>, navigations: string[]): NextRouter {
  const open = (to: unknown): Promise<boolean> => {
    navigations.push(typeof to === 'string' ? to : JSON.stringify(to));
    return Promise.resolve(true);
  };
  const noop = () => undefined;
  const address = new URL(path, 'http://site.test');
  return {
    route: address.pathname,
    pathname: address.pathname,
    asPath: path,
    query: { ...Object.fromEntries(address.searchParams), ...query },
    basePath: '',
    isReady: true,
    isFallback: false,
    isPreview: false,
    isLocaleDomain: false,
    push: open,
    replace: open,
    reload: noop,
    back: () => void navigations.push('(back)'),
    forward: noop,
    prefetch: () => Promise.resolve(),
    beforePopState: noop,
    events: { on: noop, off: noop, emit: noop },
  };
}

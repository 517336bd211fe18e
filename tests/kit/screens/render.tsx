/** Renders a screen as the shell would: store, session, answers, address and toasts, with the host of `fake-host.ts` behind them. */
import { render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { SWRConfig } from 'swr';
import { reachHostAt } from '@web/services/api';
import { FreshFallback, swrOptions } from '@web/services/use-endpoint';
import type { CurrentUser } from '@web/session/intents';
import { firstSettings } from '@web/session/store/first-settings';
import { removeToken, storeToken } from '@web/services/token';
import { makeStore } from '@web/shell/store/store';
import { SiteFactsContext } from '@web/shell/facts';
import { PreferencesProvider } from '@web/shell/preferences/preferences';
import { ToastHost } from '@web/shell/hosts/toast-host';
import { fakeWorld } from '../../support/fake-world';
import { testHost } from './fake-host';

interface Setting {
  user?: CurrentUser;
  settings?: Partial<typeof firstSettings>;
  /** The address with its query. */
  path?: string;
  /** Route values besides the query of `path`. */
  query?: Record<string, string>;
  /** Answers that came with the page, by the text of their key. */
  fallback?: Record<string, unknown>;
}

export interface Rendered extends RenderResult {
  store: ReturnType<typeof makeStore>['store'];
  /** Paths that were opened, oldest first. */
  navigations: () => string[];
}

const facts = { apiUrl: testHost, siteUrl: 'http://localhost:3000', country: { blocked: false, country: null }, languages: ['en'] };

export function renderScreen(screen: ReactElement, { user, settings, path = '/', query = {}, fallback = {} }: Setting = {}): Rendered {
  const opened: string[] = [];
  const router = testRouter(path, query, opened);
  const { store, gate } = makeStore({ user: user ?? null, settings: { ...firstSettings, ...settings } });
  reachHostAt(testHost);
  window.history.replaceState(null, '', path);
  if (user) storeToken('token-of-the-test', false);
  else removeToken();
  gate.open(fakeWorld({ navigate: (to) => void router.replace(to), currentPath: () => router.asPath }));
  const result = render(
    <RouterContext.Provider value={router}>
      <Provider store={store}>
        <SiteFactsContext.Provider value={facts}>
          <PreferencesProvider theme="light" textSize={100}>
            <FreshFallback.Provider value>
              <SWRConfig value={{ ...swrOptions, fallback, provider: () => new Map(), dedupingInterval: 0 }}>
                {screen}
                <ToastHost />
              </SWRConfig>
            </FreshFallback.Provider>
          </PreferencesProvider>
        </SiteFactsContext.Provider>
      </Provider>
    </RouterContext.Provider>,
  );
  return { ...result, store, navigations: () => opened };
}

function testRouter(path: string, query: Record<string, string>, opened: string[]): NextRouter {
  const open = (to: unknown): Promise<boolean> => {
    opened.push(typeof to === 'string' ? to : JSON.stringify(to));
    return Promise.resolve(true);
  };
  const nothing = () => undefined;
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
    reload: nothing,
    back: nothing,
    forward: nothing,
    prefetch: () => Promise.resolve(),
    beforePopState: nothing,
    events: { on: nothing, off: nothing, emit: nothing },
  };
}

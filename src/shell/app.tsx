/**
 * The application shell around every page: creates the store once and renders the providers, on the server and in the browser. It does
 * not fetch page data.
 */
import type { AppProps } from 'next/app';
import type { Router } from 'next/router';
import { useEffect, useMemo, useState } from 'react';
import { Provider } from 'react-redux';
import { onApiError, setApiUrl } from '@web/services/api';
import { services } from '@web/services/services';
import { FreshFallback } from '@web/services/use-endpoint';
import { refreshRequested, sessionRejected } from '@web/session/store/intents';
import { settingsUpdated } from '@web/session/store/settings.slice';
import { uiOf, uiUpdated } from '@web/session/store/ui.slice';
import { ResponseCache } from './page/response-cache';
import { SiteInfoContext } from './page/site-info';
import type { ServerProps } from './page/server-props';
import { Frame } from './frame';
import { applyAccountLanguage } from './preferences/account-language';
import { preloadAccountComponents } from './preload-account-components';
import { PreferencesProvider } from './preferences/preferences';
import { makeStore } from './store/store';

export type ShellProps = Pick<AppProps, 'Component' | 'pageProps' | 'router'> & {
  /** Set for the first page only. Client-side navigation reuses it. */
  serverProps?: ServerProps;
};

function openShell(serverProps: ServerProps | undefined, reopen: (cached: ServerProps) => void) {
  if (!serverProps) throw new Error('The first page has no props from the server.');
  return { ...makeStore(serverProps), initialProps: { ...serverProps, reopen } };
}

type Shell = ReturnType<typeof openShell>;

export function ShellApp({ Component, pageProps, router, serverProps }: ShellProps) {
  const [opened, reopen] = useState(serverProps);
  const shell = useMemo(() => openShell(opened, reopen), [opened]);
  const { initialProps } = shell;
  useBrowser(shell, router);
  return (
    // The key replaces the served shell when the offline page reopens it with a cached account.
    <Provider store={shell.store} key={initialProps.user?._id}>
      <SiteInfoContext.Provider value={initialProps}>
        <PreferencesProvider theme={initialProps.theme} textSize={initialProps.textSize}>
          <FreshFallback.Provider value={serverProps !== undefined}>
            <ResponseCache fallback={initialProps.fallback}>
              <Frame page={Component} pageError={serverProps?.pageError ?? null}>
                <Component {...pageProps} />
              </Frame>
            </ResponseCache>
          </FreshFallback.Provider>
        </PreferencesProvider>
      </SiteInfoContext.Provider>
    </Provider>
  );
}

/** Browser-only setup: the API's origin, the sagas' dependencies, and the listener for API errors. */
function useBrowser({ store, gate, initialProps }: Shell, router: Router): void {
  // During render, not in an effect: effects of child screens run first and may already call the API.
  if (typeof window !== 'undefined') setApiUrl(initialProps.apiUrl);

  useEffect(() => {
    gate.open({
      navigate: (path, locale) => {
        if (applyAccountLanguage(locale, initialProps.languages)) window.location.replace(path);
        else void router.replace(path);
      },
      currentPath: () => window.location.pathname + window.location.search + window.location.hash,
      initialResponses: initialProps.fallback,
      preloadAccountComponents,
    });
    store.dispatch(uiUpdated(uiOf(store.getState().settings)));
    if (store.getState().auth.loggedIn) gate.wake();
  }, [gate, router, store, initialProps]);

  useEffect(
    () =>
      onApiError((error, token) => {
        if (error.statusCode === 401) store.dispatch(sessionRejected({ token }));
        // Two-factor became required, or the account's deletion was requested: refetch the account, and `Frame` reacts.
        if (error.error === 'second_step_required' || error.error === 'account_deleting') store.dispatch(refreshRequested());
        if (error.error === 'maintenance') void refreshSettings(store);
      }),
    [store],
  );
}

/** Maintenance started after the page load: refetch the settings, and the layout changes. */
async function refreshSettings(store: Shell['store']): Promise<void> {
  if (store.getState().settings.maintenanceMode) return;
  try {
    store.dispatch(settingsUpdated(await services.site['GET /settings/public']()));
  } catch {
    // The error of the original call is already on screen.
  }
}

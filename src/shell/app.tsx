/**
 * The application shell around every page: builds the store once and holds the providers. The same on the server and in the
 * browser; it makes no request for a page.
 */
import type { AppProps } from 'next/app';
import type { Router } from 'next/router';
import { useEffect, useMemo, useState } from 'react';
import { Provider } from 'react-redux';
import { onRefused, reachHostAt } from '@web/services/api';
import { services } from '@web/services/services';
import { FreshFallback } from '@web/services/use-endpoint';
import { refreshAsked, sessionRefused } from '@web/session/intents';
import { settingsUpdated } from '@web/session/settings.slice';
import { uiOf, uiUpdated } from '@web/session/store/ui.slice';
import { Answers } from './page/response-cache';
import { SiteFactsContext } from './facts';
import type { FirstProps } from './first-props';
import { Frame } from './frame';
import { takesUp } from './account-language';
import { loadOwnParts } from './own-parts';
import { PreferencesProvider } from './preferences/preferences';
import { makeStore } from './store/store';

export type ShellProps = Pick<AppProps, 'Component' | 'pageProps' | 'router'> & {
  /** With the first page only: from then on people move inside the browser, and the shell keeps what it knows. */
  first?: FirstProps;
};

function openShell(first: FirstProps | undefined, reopen: (kept: FirstProps) => void) {
  if (!first) throw new Error('The first page comes with the facts of the server.');
  return { ...makeStore(first), facts: { ...first, reopen } };
}

type Shell = ReturnType<typeof openShell>;

export function ShellApp({ Component, pageProps, router, first }: ShellProps) {
  const [opened, reopen] = useState(first);
  const shell = useMemo(() => openShell(opened, reopen), [opened]);
  const { facts } = shell;
  useBrowser(shell, router);
  return (
    // Whose it is tells the shell that was served from the one that takes its place.
    <Provider store={shell.store} key={facts.user?._id}>
      <SiteFactsContext.Provider value={facts}>
        <PreferencesProvider theme={facts.theme} textSize={facts.textSize}>
          <FreshFallback.Provider value={first !== undefined}>
            <Answers fallback={facts.fallback}>
              <Frame page={Component} fault={first?.fault ?? null}>
                <Component {...pageProps} />
              </Frame>
            </Answers>
          </FreshFallback.Provider>
        </PreferencesProvider>
      </SiteFactsContext.Provider>
    </Provider>
  );
}

/** What only a browser does: reach the host, lend the sagas their world, listen to refusals. */
function useBrowser({ store, gate, facts }: Shell, router: Router): void {
  // While rendering, not in an effect: the first call of a screen comes from an effect that runs before this one's would.
  if (typeof window !== 'undefined') reachHostAt(facts.apiUrl);

  useEffect(() => {
    gate.open({
      navigate: (path, locale) => {
        if (takesUp(locale, facts.languages)) window.location.replace(path);
        else void router.replace(path);
      },
      currentPath: () => window.location.pathname + window.location.search + window.location.hash,
      firstAnswers: facts.fallback,
      loadOwnParts,
    });
    store.dispatch(uiUpdated(uiOf(store.getState().settings)));
    if (store.getState().auth.loggedIn) gate.wake();
  }, [gate, router, store, facts]);

  useEffect(
    () =>
      onRefused((refused, token) => {
        if (refused.statusCode === 401) store.dispatch(sessionRefused({ token }));
        // Since this page came, the site demands more of its operators, or she is about to leave: the account says so, and the frame follows.
        if (refused.error === 'second_step_required' || refused.error === 'account_deleting') store.dispatch(refreshAsked());
        if (refused.error === 'maintenance') void learnSettings(store);
      }),
    [store],
  );
}

/** The site was closed since this page came: learn so, and the layout follows. */
async function learnSettings(store: Shell['store']): Promise<void> {
  if (store.getState().settings.maintenanceMode) return;
  try {
    store.dispatch(settingsUpdated(await services.site['GET /settings/public']()));
  } catch {
    // The refusal that brought us here is on screen already.
  }
}

/** Theme and text size. The page changes immediately; the cookie makes the next server render correct. */
import { cookies } from '@contract/kernel/conventions';
import { textSizes, themes } from '@contract/kernel/values/appearance';
import type { ThemeName } from '@contract/kernel/values/appearance';
import Cookies from 'js-cookie';
import { ThemeProvider, useTheme } from 'next-themes';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { preferenceCookieOptions, themeOf } from './cookies';
import type { TextSize } from './cookies';

interface Preferences {
  theme: ThemeName;
  setTheme: (theme: ThemeName) => void;
  textSize: TextSize;
  setTextSize: (percent: TextSize) => void;
}

const PreferencesContext = createContext<Preferences>({
  theme: themes[0],
  setTheme: () => undefined,
  textSize: textSizes[1],
  setTextSize: () => undefined,
});

/** Theme and text size, and how to change them. */
export const usePreferences = (): Preferences => useContext(PreferencesContext);

/** Disables the library's inline script: the server already renders the right theme. */
const inert = { type: 'application/json' };
/** A stored `system` means the default theme; the system's theme is not used. */
const attributes = { light: 'light', dark: 'dark', system: themeOf('system') };
const offered = [...themes];
const noSubscription = (): (() => void) => () => undefined;

export function PreferencesProvider({ theme, textSize, children }: { theme: ThemeName; textSize: TextSize; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="data-theme"
      storageKey={cookies.theme}
      defaultTheme={theme}
      themes={offered}
      value={attributes}
      enableSystem={false}
      enableColorScheme={false}
      disableTransitionOnChange
      scriptProps={inert}
    >
      <PreferencesState first={{ theme, textSize }}>{children}</PreferencesState>
    </ThemeProvider>
  );
}

function PreferencesState({ first, children }: { first: { theme: ThemeName; textSize: TextSize }; children: ReactNode }) {
  const { theme: stored, setTheme: store } = useTheme();
  const [textSize, storeTextSize] = useState(first.textSize);
  // The first render must match the server's HTML, even if this browser has stored another theme.
  const isHydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  const theme = isHydrated ? themeOf(stored) : first.theme;

  useEffect(() => {
    if (isHydrated && themeOf(Cookies.get(cookies.theme)) !== theme) Cookies.set(cookies.theme, theme, preferenceCookieOptions());
  }, [isHydrated, theme]);

  const setTheme = useCallback(
    (next: ThemeName) => {
      store(next);
      Cookies.set(cookies.theme, next, preferenceCookieOptions());
    },
    [store],
  );
  const setTextSize = useCallback((percent: TextSize) => {
    storeTextSize(percent);
    Cookies.set(cookies.textSize, String(percent), preferenceCookieOptions());
    document.documentElement.style.setProperty('--text-size', `${String(percent)}%`);
  }, []);
  const value = useMemo(() => ({ theme, setTheme, textSize, setTextSize }), [theme, setTheme, textSize, setTextSize]);
  return <PreferencesContext.Provider value={value}>{children}</PreferencesContext.Provider>;
}

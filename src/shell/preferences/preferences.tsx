/** Theme and text size as a person chooses them. The cookie makes the next first byte right; the page follows at once. */
import { cookies } from '@contract/kernel/conventions';
import { textSizes, themes } from '@contract/values';
import type { ThemeName } from '@contract/values';
import Cookies from 'js-cookie';
import { ThemeProvider, useTheme } from 'next-themes';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { keptChoice, themeOf } from '../chosen';
import type { TextSize } from '../chosen';

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

/** The library would run a script before the first paint; the server has the theme right by then, so the script stays a dead letter. */
const inert = { type: 'application/json' };
/** A theme stored as `system` is the site's own: the system's is not followed. */
const attributes = { light: 'light', dark: 'dark', system: themeOf('system') };
const offered = [...themes];
const noWatch = (): (() => void) => () => undefined;

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
      <Chosen first={{ theme, textSize }}>{children}</Chosen>
    </ThemeProvider>
  );
}

function Chosen({ first, children }: { first: { theme: ThemeName; textSize: TextSize }; children: ReactNode }) {
  const { theme: stored, setTheme: store } = useTheme();
  const [textSize, keepTextSize] = useState(first.textSize);
  // The first render must say what the server said, whatever this browser has stored.
  const isHydrated = useSyncExternalStore(
    noWatch,
    () => true,
    () => false,
  );
  const theme = isHydrated ? themeOf(stored) : first.theme;

  useEffect(() => {
    if (isHydrated && themeOf(Cookies.get(cookies.theme)) !== theme) Cookies.set(cookies.theme, theme, keptChoice());
  }, [isHydrated, theme]);

  const setTheme = useCallback(
    (next: ThemeName) => {
      store(next);
      Cookies.set(cookies.theme, next, keptChoice());
    },
    [store],
  );
  const setTextSize = useCallback((percent: TextSize) => {
    keepTextSize(percent);
    Cookies.set(cookies.textSize, String(percent), keptChoice());
    document.documentElement.style.setProperty('--text-size', `${String(percent)}%`);
  }, []);
  const value = useMemo(() => ({ theme, setTheme, textSize, setTextSize }), [theme, setTheme, textSize, setTextSize]);
  return <PreferencesContext.Provider value={value}>{children}</PreferencesContext.Provider>;
}

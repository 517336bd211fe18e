/** Parses and writes preference cookies. */
import { textSizes, themes } from '@contract/kernel/values/appearance';
import type { ThemeName } from '@contract/kernel/values/appearance';
import Cookies from 'js-cookie';

export type TextSize = (typeof textSizes)[number];

const defaultTheme: ThemeName = 'light';
const defaultTextSize: TextSize = 100;

/** A stored theme; other values, including `system`, mean the default. */
export function themeOf(stored: string | undefined | null): ThemeName {
  return themes.find((theme) => theme === stored) ?? defaultTheme;
}

/** A stored text size in percent; other values mean 100. */
export function textSizeOf(stored: string | undefined | null): TextSize {
  return textSizes.find((size) => String(size) === stored) ?? defaultTextSize;
}

/** Cookie options: one year, the whole site, and Secure on sites with TLS. */
export const preferenceCookieOptions = () =>
  ({ path: '/', sameSite: 'lax', expires: 365, secure: window.location.protocol === 'https:' }) as const;

/**
 * Stores a choice before a page reload. Browsers may write a cookie asynchronously; reading it waits for the write, so that the next
 * request includes it.
 */
export function storeBeforeReload(name: string, value: string): void {
  Cookies.set(name, value, preferenceCookieOptions());
  Cookies.get(name);
}

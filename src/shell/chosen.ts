/** What the cookies of a person's preferences mean. */
import { textSizes, themes } from '@contract/values';
import type { ThemeName } from '@contract/values';

export type TextSize = (typeof textSizes)[number];

const standardTheme: ThemeName = 'light';
const standardTextSize: TextSize = 100;

/** A stored theme; anything else, the word `system` too, means the site's own. */
export function themeOf(stored: string | undefined | null): ThemeName {
  return themes.find((theme) => theme === stored) ?? standardTheme;
}

/** A stored text size in percent; anything that is not offered means 100. */
export function textSizeOf(stored: string | undefined | null): TextSize {
  return textSizes.find((size) => String(size) === stored) ?? standardTextSize;
}

/** How a browser keeps a choice: for a year, on the whole site, and encrypted on its way where the site is. */
export const keptChoice = () => ({ path: '/', sameSite: 'lax', expires: 365, secure: window.location.protocol === 'https:' }) as const;

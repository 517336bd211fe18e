/** The web app manifest, with which devices install the site. */
import type { ThemeName } from '@contract/kernel/values/appearance';

/** The window colors of an installed site: the page's background. */
export const themeColors: Record<ThemeName, string> = { light: '#ffffff', dark: '#1a1718' };

const png = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/images/${name}.png`,
  sizes: `${String(size)}x${String(size)}`,
  type: 'image/png',
  purpose,
});

/** The manifest as a response. */
export function manifestOf({ siteName }: { siteName: string }): { type: string; text: string } {
  const manifest = {
    id: '/',
    name: siteName,
    short_name: siteName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: [
      png('icon-192', 192, 'any'),
      png('icon-512', 512, 'any'),
      { src: '/images/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon-maskable-512', 512, 'maskable'),
    ],
  };
  return { type: 'application/manifest+json; charset=utf-8', text: JSON.stringify(manifest) };
}

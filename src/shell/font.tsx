/**
 * The site's font, served by the site itself. Next.js preloads it and sizes a fallback like it, so that nothing moves when it arrives.
 * Only Latin letters: other scripts keep the system's fonts.
 */
import localFont from 'next/font/local';

const inter = localFont({
  src: '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'swap',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
});

/** For `styles/tokens.css`; on the root, so that dialogs have it too. */
const rule = `:root{--font-inter:${inter.style.fontFamily}}`;

/** The style element that sets `--font-inter`. */
export function FontStyle() {
  return (
    <style href="site-font" precedence="low">
      {rule}
    </style>
  );
}

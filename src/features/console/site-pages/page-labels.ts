/** Pages in words. */
import * as limits from '@contract/kernel/limits';

export const typeWords = { page: 'Page', post: 'News' } as const;
export const pageStates = {
  draft: { word: 'Draft', tone: 'warn' },
  published: { word: 'Published', tone: 'ok' },
} as const;

/** Where visitors read a page. */
export const pageHref = (slug: string): string => `/page/${slug}`;

/** An address made of a title: what is left of it in letters a to z and digits. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, limits.sitePage.slugLengthMax)
    .replaceAll(/^-|-$/g, '');

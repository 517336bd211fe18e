/** Labels of pages. */
import * as limits from '@contract/kernel/limits';

export const pageTypeLabels = { page: 'Page', post: 'News' } as const;
export const pageStates = {
  draft: { label: 'Draft', tone: 'warn' },
  published: { label: 'Published', tone: 'ok' },
} as const;

/** The public URL of a page. */
export const pageHref = (slug: string): string => `/page/${slug}`;

/** A slug from a title: its letters a to z and digits. */
export const slugFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, limits.sitePage.slugLengthMax)
    .replaceAll(/^-|-$/g, '');

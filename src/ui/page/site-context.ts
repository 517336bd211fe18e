/** Data for the document's title: the site's name and the unread count. */
import { createContext } from 'react';
import { badgeText } from '@web/lib/wording/badge-text';

export interface SiteTitle {
  siteName: string;
  /** Conversations and notifications together. */
  unread?: number;
}

export const SiteTitleContext = createContext<SiteTitle>({ siteName: '' });

/** The title of a page: `(2) Messages · Footlight`. */
export function titleOf(page: string, { siteName, unread = 0 }: SiteTitle): string {
  const name = siteName === '' || siteName === page ? page : `${page} · ${siteName}`;
  return unread > 0 ? `(${badgeText(unread)}) ${name}` : name;
}

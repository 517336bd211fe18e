/** What the server found out and no screen may change: where host and site are, and whether the visitor's country is blocked. */
import { createContext, useContext } from 'react';
import type { FirstProps } from './first-props';

export type SiteFacts = Pick<FirstProps, 'apiUrl' | 'siteUrl' | 'country' | 'languages' | 'asksAge'> & {
  /** Begins anew with facts that no server says now, but that were kept. */
  reopen?: ((kept: FirstProps) => void) | undefined;
};

const unknown: SiteFacts = { apiUrl: '', siteUrl: '', country: { blocked: false, country: null }, languages: ['en'] };

export const SiteFactsContext = createContext<SiteFacts>(unknown);

/** Where host and site are, and what is known of the visitor's country. */
export const useSiteFacts = (): SiteFacts => useContext(SiteFactsContext);

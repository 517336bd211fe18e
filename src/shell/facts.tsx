/** What the server found out and no screen may change: where host and site are, and whether the visitor's country is blocked. */
import { createContext, useContext } from 'react';
import type { FirstProps } from './first-props';

export type SiteFacts = Pick<FirstProps, 'apiUrl' | 'siteUrl' | 'country' | 'asksAge'>;

const unknown: SiteFacts = { apiUrl: '', siteUrl: '', country: { blocked: false, country: null } };

export const SiteFactsContext = createContext<SiteFacts>(unknown);

/** Where host and site are, and what is known of the visitor's country. */
export const useSiteFacts = (): SiteFacts => useContext(SiteFactsContext);

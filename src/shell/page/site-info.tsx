/** Read-only values from the server: the origins of API and site, and whether the visitor's country is blocked. */
import { createContext, useContext } from 'react';
import type { ServerProps } from './server-props';

export type SiteInfo = Pick<ServerProps, 'apiUrl' | 'siteUrl' | 'country' | 'languages' | 'needsAgeConfirmation'> & {
  /** Restarts the shell with cached props, for the offline page. */
  reopen?: ((cached: ServerProps) => void) | undefined;
};

const defaultSiteInfo: SiteInfo = { apiUrl: '', siteUrl: '', country: { blocked: false, country: null }, languages: ['en'] };

export const SiteInfoContext = createContext<SiteInfo>(defaultSiteInfo);

/** The origins of API and site, and the visitor's country. */
export const useSiteInfo = (): SiteInfo => useContext(SiteInfoContext);

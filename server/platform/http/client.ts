/** The client of a request: its address (resolved behind trusted proxies), country, user agent and language. */
export interface Client {
  address: string;
  /** ISO code, or null when unknown. */
  country: string | null;
  userAgent: string;
  /** A language of the site; absent for English, the source language. */
  language?: string;
}

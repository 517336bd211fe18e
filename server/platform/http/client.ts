/** The machine that calls: its address behind trusted proxies, its country, what it calls itself and in which language its person reads. */
export interface Client {
  address: string;
  /** ISO code, or null when unknown. */
  country: string | null;
  userAgent: string;
  /** One of the site's; absent where it is English, in which everything is written. */
  language?: string;
}

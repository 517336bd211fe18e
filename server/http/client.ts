/** The machine that calls: its address behind trusted proxies, its country and what it calls itself. */
export interface Client {
  address: string;
  /** ISO code, or null when unknown. */
  country: string | null;
  userAgent: string;
}

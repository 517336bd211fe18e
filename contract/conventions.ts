/** What browser and host agree on beside the limits: names of cookies and headers, what is shown where nothing is set, which way languages are written. */

/** How the browser fetches data: no retry on error, 2 s de-duplication, 5 s focus throttle. */
export const fetching = { shouldRetryOnError: false, dedupingInterval: 2000, focusThrottleInterval: 5000 } as const;

/** How the socket comes back: for ever, 1 s up to 10 s apart, websocket before polling. */
export const reconnection = { attempts: Infinity, delay_ms: 1000, delayMax_ms: 10_000, transports: ['websocket', 'polling'] } as const;

/** Names of cookies and headers that site and host agree on. */
export const cookies = {
  session: 'token',
  own: 'own-token',
  media: 'media',
  theme: 'theme',
  textSize: 'textSize',
  language: 'language',
  analytics: 'analytics',
  adult: 'adult',
} as const;
export const socialCookies = ['oauthToken', 'oauthTokenSecret', 'twCallbackUrl', 'role'] as const;
export const headers = {
  clientAddress: 'x-client-ip',
  clientProof: 'x-client-proof',
  requestId: 'x-request-id',
  idempotencyKey: 'idempotency-key',
  uploadOffset: 'upload-offset',
} as const;
/** The kinds of body in which a browser and an engine tell each other about a connection. */
export const signalTypes = { offer: 'application/sdp', candidates: 'application/trickle-ice-sdpfrag' } as const;
/** What the key that proves a client's address is derived with. */
export const clientProofLabel = 'footlight client address';

export const tableDefaults = { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' } as const;
export const defaultSubscriptionType = 'monthly';

/** Where pictures are missing. Paths on the site itself. */
export const placeholders = {
  avatar: '/images/avatar.svg',
  cover: '/images/cover.svg',
  leaf: '/images/leaf.svg',
  favicon: '/favicon.ico',
} as const;

const rightToLeft = /^(ar|dv|fa|he|ps|ur|yi)\b/;
/** Which way a language is written, by its code. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');

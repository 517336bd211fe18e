/** Conventions that the browser and the server share: names of cookies and headers, defaults and placeholders. */

/** How the browser fetches data: no retry on error, 2 s de-duplication, 5 s focus throttle. */
export const fetching = { shouldRetryOnError: false, dedupingInterval: 2000, focusThrottleInterval: 5000 } as const;

/** How the socket reconnects: without end, 1 to 10 s between attempts, WebSocket before polling. */
export const reconnection = { attempts: Infinity, delay_ms: 1000, delayMax_ms: 10_000, transports: ['websocket', 'polling'] } as const;

/** Names of cookies and headers that the site and the API share. */
export const cookies = {
  session: 'token',
  /** A delegate's own session while they act for a performer. */
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
/** The label from which the key that signs a client's address is derived. */
export const clientProofLabel = 'footlight client address';

export const tableDefaults = { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' } as const;
export const defaultSubscriptionType = 'monthly';

/** Shown where an image is missing. Paths on the site itself. */
export const placeholders = {
  avatar: '/images/avatar.svg',
  cover: '/images/cover.svg',
  leaf: '/images/leaf.svg',
  favicon: '/favicon.ico',
} as const;

/**
 * Security headers of all responses and of pages, with the Content Security Policy. Server only. Third-party sources are listed only while
 * they are configured.
 */
import type { PublicSettings } from '@contract/kernel/entities';

interface Sources {
  script: string[];
  connect: string[];
  frame: string[];
  img: string[];
}

const none: Sources = { script: [], connect: [], frame: [], img: [] };

/** LiveKit Cloud redirects browsers to a regional host. */
function livekitSources({ livekitUrl }: PublicSettings): string[] {
  const withHttp = (host: string): string[] => [host, host.replace(/^ws/, 'http')];
  const socket = livekitUrl.replace(/^http/, 'ws');
  return [...withHttp(socket), ...(socket.endsWith('.livekit.cloud') ? withHttp('wss://*.livekit.cloud') : [])];
}

interface ThirdParty {
  isOn: (settings: PublicSettings) => boolean;
  sources: Partial<Sources> | ((settings: PublicSettings) => Partial<Sources>);
}

const thirdParties: ThirdParty[] = [
  {
    isOn: (settings) => settings.analyticsMeasurementId !== '',
    sources: {
      script: ['https://www.googletagmanager.com'],
      connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'],
      img: ['https://*.google-analytics.com', 'https://www.googletagmanager.com'],
    },
  },
  {
    isOn: (settings) => settings.googleLoginEnabled && settings.googleLoginClientId !== '',
    sources: { script: ['https://accounts.google.com'], connect: ['https://accounts.google.com'], frame: ['https://accounts.google.com'] },
  },
  {
    isOn: (settings) => !settings.isSandbox && settings.paymentGateway === 'stripe' && settings.stripePublishableKey !== '',
    sources: {
      script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      connect: ['https://api.stripe.com'],
      frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    },
  },
  {
    isOn: (settings) => settings.recaptchaEnabled && settings.recaptchaSiteKey !== '',
    sources: {
      script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      connect: ['https://www.google.com/recaptcha/'],
      frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    },
  },
  {
    isOn: (settings) => settings.streamingEngine === 'livekit' && settings.livekitUrl !== '',
    sources: (settings) => ({ connect: livekitSources(settings) }),
  },
  {
    isOn: (settings) => settings.streamingEngine === 'agora',
    sources: { connect: ['https://*.agora.io:*', 'wss://*.agora.io:*', 'https://*.sd-rtn.com:*', 'wss://*.sd-rtn.com:*'] },
  },
];

function thirdPartySources(settings: PublicSettings): Sources {
  const active = thirdParties
    .filter(({ isOn }) => isOn(settings))
    .map(({ sources }) => ({ ...none, ...(typeof sources === 'function' ? sources(settings) : sources) }));
  return {
    script: active.flatMap(({ script }) => script),
    connect: active.flatMap(({ connect }) => connect),
    frame: active.flatMap(({ frame }) => frame),
    img: active.flatMap(({ img }) => img),
  };
}

interface PageHeadersInput {
  apiUrl: string;
  siteUrl: string;
  settings: PublicSettings;
  nonce: string;
  /** The development server needs `unsafe-eval` for hot reloading. */
  isDevelopment: boolean;
}

function policy({ apiUrl, settings, nonce, isDevelopment }: PageHeadersInput): string {
  const thirdParty = thirdPartySources(settings);
  const apiSocketUrl = apiUrl.replace(/^http/, 'ws');
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...thirdParty.script, ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", apiUrl, 'data:', 'blob:', ...thirdParty.img],
    'media-src': ["'self'", apiUrl, 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", apiUrl, apiSocketUrl, ...thirdParty.connect, ...(isDevelopment ? ['ws:'] : [])],
    'frame-src': thirdParty.frame.length > 0 ? thirdParty.frame : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Headers of all responses, including files and redirects. */
export function siteHeaders(siteUrl: string): Record<string, string> {
  return {
    'Content-Security-Policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** All security headers of a page. */
export function pageHeaders(page: PageHeadersInput): Record<string, string> {
  return {
    ...siteHeaders(page.siteUrl),
    'Content-Security-Policy': policy(page),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(), browsing-topics=()',
  };
}

/** Extracts the nonce from a policy of `pageHeaders`, for the document. */
export function nonceIn(header: unknown): string | undefined {
  return typeof header === 'string' ? /'nonce-([^']+)'/.exec(header)?.[1] : undefined;
}

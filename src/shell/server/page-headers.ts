/** The headers of every answer of the site, and of every page: what may run in it, and who may frame it. Server only. Sources of outside services are named only while they are configured. */
import type { PublicSettings } from '@contract/kernel/entities';

interface Sources {
  script: string[];
  connect: string[];
  frame: string[];
  img: string[];
}

const none: Sources = { script: [], connect: [], frame: [], img: [] };

/** Its makers' cloud sends browsers on to the region that is near. */
function livekitSources({ livekitUrl }: PublicSettings): string[] {
  const both = (host: string): string[] => [host, host.replace(/^ws/, 'http')];
  const socket = livekitUrl.replace(/^http/, 'ws');
  return [...both(socket), ...(socket.endsWith('.livekit.cloud') ? both('wss://*.livekit.cloud') : [])];
}

interface Service {
  isOn: (settings: PublicSettings) => boolean;
  sources: Partial<Sources> | ((settings: PublicSettings) => Partial<Sources>);
}

const services: Service[] = [
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

function outsideSources(settings: PublicSettings): Sources {
  const on = services
    .filter(({ isOn }) => isOn(settings))
    .map(({ sources }) => ({ ...none, ...(typeof sources === 'function' ? sources(settings) : sources) }));
  return {
    script: on.flatMap(({ script }) => script),
    connect: on.flatMap(({ connect }) => connect),
    frame: on.flatMap(({ frame }) => frame),
    img: on.flatMap(({ img }) => img),
  };
}

interface Page {
  apiUrl: string;
  siteUrl: string;
  settings: PublicSettings;
  nonce: string;
  /** The development server replaces modules by evaluating them. */
  isDevelopment: boolean;
}

function policy({ apiUrl, settings, nonce, isDevelopment }: Page): string {
  const outside = outsideSources(settings);
  const hostSocket = apiUrl.replace(/^http/, 'ws');
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...outside.script, ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", apiUrl, 'data:', 'blob:', ...outside.img],
    'media-src': ["'self'", apiUrl, 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", apiUrl, hostSocket, ...outside.connect, ...(isDevelopment ? ['ws:'] : [])],
    'frame-src': outside.frame.length > 0 ? outside.frame : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(rules)
    .map(([rule, sources]) => `${rule} ${sources.join(' ')}`)
    .join('; ');
}

/** What each answer of the site carries, also where nothing is rendered: files, and pages that only move on. */
export function siteHeaders(siteUrl: string): Record<string, string> {
  return {
    'Content-Security-Policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** All security headers of a page. */
export function pageHeaders(page: Page): Record<string, string> {
  return {
    ...siteHeaders(page.siteUrl),
    'Content-Security-Policy': policy(page),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(self), microphone=(self), geolocation=(), browsing-topics=()',
  };
}

/** The nonce in a policy that `pageHeaders` made: how the document learns it. */
export function nonceIn(header: unknown): string | undefined {
  return typeof header === 'string' ? /'nonce-([^']+)'/.exec(header)?.[1] : undefined;
}

/** The server's environment variables: schemas, examples, and groups that must be set together. */
import { isIP } from 'node:net';
import * as limits from '@contract/kernel/limits';
import { streamingEngines } from '@contract/kernel/values/site';
import { z } from 'zod';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const text = z.string().max(2000, 'must have at most 2,000 characters').describe('text');
const port = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535, 'must be a port from 1 to 65535')
  .transform(Number)
  .describe('port');
const password = z
  .string()
  .refine(
    (value) => value.length >= limits.password.lengthMin && value.length <= limits.password.lengthMax,
    `must have ${limits.password.lengthMin} to ${limits.password.lengthMax} characters`,
  )
  .describe(`text of ${limits.password.lengthMin} to ${limits.password.lengthMax} characters`);
const email = z
  .string()
  .refine((value) => isEmail(value), 'must be an email address')
  .describe('email address');
const sender = z
  .string()
  .refine((value) => isEmail(/<([^<>]+)>$/.exec(value)?.[1] ?? value), 'must be an email address, alone or as Name <address>')
  .describe('email address, alone or as `Name <address>`');
/** Each mail adds a plus and 49 characters before the @, and mail servers accept 64. */
const bounceAddress = z
  .string()
  .refine(
    (value) => /^[a-z0-9._-]{1,14}@[^\s@<>]+$/i.test(value) && isEmail(value),
    'must be an email address with at most 14 characters before the @',
  )
  .transform((value) => value.toLowerCase())
  .describe('email address with up to 14 characters before the @');
const onOff = z
  .string()
  .refine((value) => /^(1|0|on|off|true|false|yes|no)$/i.test(value), 'must be 1 or 0')
  .transform((value) => /^(1|on|true|yes)$/i.test(value))
  .describe('`1` or `0`');
const factor = z
  .string()
  .transform(Number)
  .refine((value) => value > 0 && value <= 100_000, 'must be a number above 0, up to 100000')
  .describe('number above 0');
/** With keys of another form Agora's library silently creates empty tokens. */
const agoraKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, 'must have 32 hexadecimal digits')
  .describe('32 hexadecimal digits');
const proxies = list(
  isProxy,
  'must be a list of IP addresses, networks (10.0.0.0/8), or the words loopback, linklocal, uniquelocal',
).describe('list of IP addresses, networks, or `loopback`, `linklocal`, `uniquelocal`');
const addresses = list(isIPAddress, 'must be a list of IP addresses').describe('list of IP addresses');
const relays = list(
  (part) => /^(stun|turns?):[\w.:[\]-]+(\?transport=(udp|tcp))?$/.test(part),
  'must be a list of URLs such as turn:turn.example.com:3478',
).describe('list of `stun:`, `turn:` or `turns:` URLs');
const integer = (min: number, max: number) =>
  z
    .string()
    .transform(Number)
    .refine(
      (value) => Number.isInteger(value) && value >= min && value <= max,
      `must be a whole number from ${String(min)} to ${String(max)}`,
    )
    .describe(`whole number from ${String(min)} to ${String(max)}`);
const longText = (lengthMin: number) =>
  z
    .string()
    .min(lengthMin, `must have at least ${String(lengthMin)} characters`)
    .describe(`text of at least ${String(lengthMin)} characters`);
const choice = <T extends string>(options: readonly T[]) =>
  z.enum(options, `must be one of ${options.join(', ')}`).describe(options.map((option) => `\`${option}\``).join(', '));

/** Minimum characters of the site's secret. */
export const secretLengthMin = 32;

/** Every variable, with a valid example. */
export const variables = {
  SITE_URL: { schema: origin('http:', 'https:'), example: 'https://example.com' },
  API_URL: { schema: origin('http:', 'https:'), example: 'https://api.example.com' },
  API_INTERNAL_URL: { schema: origin('http:', 'https:'), example: 'http://127.0.0.1:8080' },
  PORT: { schema: port, example: '3000' },
  API_PORT: { schema: port, example: '8080' },
  WORKER_PORT: { schema: port, example: '8081' },
  DATA_DIR: { schema: text, example: './data' },
  LOCALES_DIR: { schema: text, example: './locales' },
  DATABASE_URL: { schema: url('postgres:', 'postgresql:'), example: 'postgres://footlight:password@127.0.0.1:5432/footlight' },
  DATABASE_DIRECT_URL: { schema: url('postgres:', 'postgresql:'), example: 'postgres://footlight:password@127.0.0.1:5432/footlight' },
  DATABASE_PREPARED_STATEMENTS: { schema: onOff, example: '1' },
  DATABASE_POOL_SIZE: { schema: integer(2, 1_000), example: '20' },
  DATABASE_JOBS_POOL_SIZE: { schema: integer(2, 100), example: '4' },
  REDIS_URL: { schema: url('redis:', 'rediss:'), example: 'redis://127.0.0.1:6379' },
  S3_ENDPOINT: { schema: url('http:', 'https:'), example: 'https://s3.example.com' },
  S3_BUCKET: { schema: text, example: 'footlight' },
  S3_REGION: { schema: text, example: 'us-east-1' },
  S3_ACCESS_KEY_ID: { schema: text, example: 'AKIAEXAMPLE' },
  S3_SECRET_ACCESS_KEY: { schema: text, example: 'a-long-secret' },
  SMTP_URL: { schema: url('smtp:', 'smtps:'), example: 'smtps://name:password@mail.example.com:465' },
  MAIL_BOUNCE_ADDRESS: { schema: bounceAddress, example: 'bounces@example.com' },
  MAIL_BOUNCE_IMAP_URL: { schema: url('imap:', 'imaps:'), example: 'imaps://name:password@mail.example.com:993' },
  MAIL_EVENTS_SECRET: { schema: longText(16), example: 'the output of: openssl rand -hex 32' },
  MAIL_FROM: { schema: sender, example: 'Footlight <no-reply@example.com>' },
  GOOGLE_CLIENT_ID: { schema: text, example: '1234.apps.googleusercontent.com' },
  GOOGLE_CLIENT_SECRET: { schema: text, example: 'a-long-secret' },
  GOOGLE_ISSUER: { schema: url('http:', 'https:'), example: 'https://accounts.google.com' },
  TWITTER_CONSUMER_KEY: { schema: text, example: 'a-key' },
  TWITTER_CONSUMER_SECRET: { schema: text, example: 'a-long-secret' },
  TWITTER_API_BASE: { schema: url('http:', 'https:'), example: 'https://api.twitter.com' },
  RECAPTCHA_SITE_KEY: { schema: text, example: 'a-site-key' },
  RECAPTCHA_SECRET: { schema: text, example: 'a-long-secret' },
  RECAPTCHA_VERIFY_URL: { schema: url('http:', 'https:'), example: 'https://www.google.com/recaptcha/api/siteverify' },
  STREAMING_ENGINE: { schema: choice(streamingEngines), example: 'embedded' },
  STRIPE_SECRET_KEY: { schema: text, example: 'sk_live_example' },
  STRIPE_PUBLISHABLE_KEY: { schema: text, example: 'pk_live_example' },
  STRIPE_WEBHOOK_SECRET: { schema: text, example: 'whsec_example' },
  STRIPE_API_BASE: { schema: origin('http:', 'https:'), example: 'https://api.stripe.com' },
  PUSH_API_BASE: { schema: origin('http:', 'https:'), example: 'https://push.example.internal' },
  WEBHOOK_ORIGIN: { schema: origin('http:', 'https:'), example: 'https://books.example.internal' },
  LIVE_UDP_PORT: { schema: port, example: '40000' },
  LIVE_PUBLIC_IP: { schema: addresses, example: '203.0.113.7' },
  LIVE_PORT: { schema: port, example: '40001' },
  LIVE_URL: { schema: origin('http:', 'https:'), example: 'http://127.0.0.1:40001' },
  LIVE_BITRATE_KBPS: { schema: integer(100, 20_000), example: '2500' },
  TURN_URLS: { schema: relays, example: 'turn:turn.example.com:3478, turns:turn.example.com:5349?transport=tcp' },
  TURN_SECRET: { schema: text, example: 'the static-auth-secret of the relay' },
  LIVEKIT_URL: { schema: origin('ws:', 'wss:', 'http:', 'https:'), example: 'wss://example.livekit.cloud' },
  LIVEKIT_API_KEY: { schema: text, example: 'APIexample' },
  LIVEKIT_API_SECRET: { schema: text, example: 'a-long-secret' },
  AGORA_APP_ID: { schema: agoraKey, example: '0123456789abcdef0123456789abcdef' },
  AGORA_APP_CERTIFICATE: { schema: agoraKey, example: 'fedcba9876543210fedcba9876543210' },
  AGORA_CUSTOMER_KEY: { schema: text, example: 'a-key' },
  AGORA_CUSTOMER_SECRET: { schema: text, example: 'a-long-secret' },
  AGORA_API_BASE: { schema: origin('http:', 'https:'), example: 'https://api.agora.io' },
  FFMPEG_PATH: { schema: text, example: '/usr/bin/ffmpeg' },
  TRUSTED_PROXIES: { schema: proxies, example: '10.0.0.0/8, 192.168.1.4' },
  APP_SECRET: { schema: longText(secretLengthMin), example: 'the output of: openssl rand -base64 48' },
  PASSWORD_CLIENT_HASH: { schema: onOff, example: '0' },
  DEMO: { schema: onOff, example: '0' },
  DEMO_PASSWORD: { schema: password, example: 'a-long-password' },
  OPERATOR_EMAIL: { schema: email, example: 'operator@example.com' },
  OPERATOR_PASSWORD: { schema: password, example: 'a-long-password' },
  LOG_LEVEL: { schema: choice(logLevels), example: 'info' },
  METRICS_TOKEN: { schema: longText(16), example: 'the output of: openssl rand -hex 24' },
  RATE_LIMIT_FACTOR: { schema: factor, example: '1' },
} as const;
export type Variable = keyof typeof variables;
/** The parsed values of the variables that are set. */
export type ParsedVariables = { [V in Variable]?: z.output<(typeof variables)[V]['schema']> };

/** Why a variable is invalid. */
export interface ConfigProblem {
  variable: string;
  reason: string;
  example: string;
}

/** Variables that depend on each other: if one of `needs` or `any` is set, all of `needs` must be. */
export const variableGroups: { needs: Variable[]; any?: Variable[] }[] = [
  { needs: ['DATABASE_URL'], any: ['DATABASE_DIRECT_URL'] },
  { needs: ['DATABASE_DIRECT_URL'], any: ['DATABASE_PREPARED_STATEMENTS'] },
  { needs: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], any: ['S3_REGION'] },
  { needs: ['MAIL_BOUNCE_ADDRESS'], any: ['MAIL_BOUNCE_IMAP_URL'] },
  { needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], any: ['GOOGLE_ISSUER'] },
  { needs: ['TWITTER_CONSUMER_KEY', 'TWITTER_CONSUMER_SECRET'], any: ['TWITTER_API_BASE'] },
  { needs: ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'], any: ['RECAPTCHA_VERIFY_URL'] },
  { needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], any: ['STRIPE_API_BASE'] },
  { needs: ['TURN_URLS', 'TURN_SECRET'] },
  { needs: ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'] },
  { needs: ['AGORA_APP_ID', 'AGORA_APP_CERTIFICATE'], any: ['AGORA_CUSTOMER_KEY', 'AGORA_CUSTOMER_SECRET', 'AGORA_API_BASE'] },
  { needs: ['AGORA_CUSTOMER_KEY', 'AGORA_CUSTOMER_SECRET'], any: ['AGORA_API_BASE'] },
  { needs: ['OPERATOR_EMAIL', 'OPERATOR_PASSWORD'] },
];

/** The variables that each live engine requires. */
export const engineVariables = {
  embedded: [],
  livekit: ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
  agora: ['AGORA_APP_ID', 'AGORA_APP_CERTIFICATE'],
} as const satisfies Record<(typeof streamingEngines)[number], Variable[]>;

function list(isValid: (part: string) => boolean, problem: string) {
  return z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((parts) => parts.every(isValid), problem);
}

function url(...protocols: string[]) {
  const prefixes = protocols.map((protocol) => `${protocol}//`);
  return z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${prefixes.join(' or ')}`,
    )
    .describe(`URL that starts with ${prefixes.map((prefix) => `\`${prefix}\``).join(' or ')}`);
}

function origin(...protocols: string[]) {
  return url(...protocols)
    .refine(
      (value) => !URL.canParse(value) || (new URL(value).pathname === '/' && new URL(value).search === ''),
      'must be a URL without a path',
    )
    .transform((value) => new URL(value).origin)
    .describe(`URL without a path, with ${protocols.map((protocol) => `\`${protocol}//\``).join(' or ')}`);
}

function isEmail(value: string): boolean {
  return value.length <= limits.emailLengthMax && /^[^\s@<>]+@[^\s@<>]+$/.test(value);
}

function isIPAddress(part: string): boolean {
  return isIP(part) !== 0;
}

function isProxy(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true;
  const [address = '', bits] = part.split('/');
  const family = isIP(address);
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
}

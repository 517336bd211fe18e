/**
 * The environment, parsed once: nothing else in the host reads it. A wrong value is refused at start, and all wrong
 * values at once; names that are not ours are ignored, and an empty value counts as absent.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { limits } from '@contract/limits';
import { settingRules } from '@contract/settings';
import type { SettingRule, SettingValues } from '@contract/settings';
import { streamingEngines } from '@contract/values';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const text = z.string().max(2000, 'is longer than 2,000 characters');
const port = z
  .string()
  .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'is not a port (0 to 65535)')
  .transform(Number);
const password = z
  .string()
  .refine(
    (value) => value.length >= limits.password.lengthMin && value.length <= limits.password.lengthMax,
    `needs ${limits.password.lengthMin} to ${limits.password.lengthMax} characters`,
  );
const email = z.string().refine((value) => isEmail(value), 'is not an e-mail address');
const sender = z
  .string()
  .refine((value) => isEmail(/<([^<>]+)>$/.exec(value)?.[1] ?? value), 'is not an e-mail address, alone or as Name <address>');
const onOff = z
  .string()
  .refine((value) => /^(1|0|on|off|true|false|yes|no)$/i.test(value), 'is neither 1 nor 0')
  .transform((value) => /^(1|on|true|yes)$/i.test(value));
const factor = z
  .string()
  .transform(Number)
  .refine((value) => value > 0 && value <= 100_000, 'is not a number above 0 and up to 100000');
const proxies = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
  .refine(
    (parts) => parts.every(isProxy),
    'is not a list of addresses, networks (10.0.0.0/8) or the words loopback, linklocal, uniquelocal',
  );

/** Every variable of the host, with a value that would be taken. */
const variables = {
  SITE_URL: { schema: origin('http:', 'https:'), example: 'https://example.com' },
  API_URL: { schema: origin('http:', 'https:'), example: 'https://api.example.com' },
  API_INTERNAL_URL: { schema: origin('http:', 'https:'), example: 'http://127.0.0.1:8080' },
  PORT: { schema: port, example: '3000' },
  API_PORT: { schema: port, example: '8080' },
  DATA_DIR: { schema: text, example: './data' },
  DATABASE_URL: { schema: url('postgres:', 'postgresql:'), example: 'postgres://footlight:password@127.0.0.1:5432/footlight' },
  REDIS_URL: { schema: url('redis:', 'rediss:'), example: 'redis://127.0.0.1:6379' },
  S3_ENDPOINT: { schema: url('http:', 'https:'), example: 'https://s3.example.com' },
  S3_BUCKET: { schema: text, example: 'footlight' },
  S3_REGION: { schema: text, example: 'us-east-1' },
  S3_ACCESS_KEY_ID: { schema: text, example: 'AKIAEXAMPLE' },
  S3_SECRET_ACCESS_KEY: { schema: text, example: 'a-long-secret' },
  SMTP_URL: { schema: url('smtp:', 'smtps:'), example: 'smtps://name:password@mail.example.com:465' },
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
  STREAMING_ENGINE: { schema: z.enum(streamingEngines, `is none of ${streamingEngines.join(', ')}`), example: 'embedded' },
  STRIPE_SECRET_KEY: { schema: text, example: 'sk_live_example' },
  STRIPE_PUBLISHABLE_KEY: { schema: text, example: 'pk_live_example' },
  STRIPE_WEBHOOK_SECRET: { schema: text, example: 'whsec_example' },
  STRIPE_API_BASE: { schema: origin('http:', 'https:'), example: 'https://api.stripe.com' },
  AGORA_APP_ID: { schema: text, example: 'an-app-id' },
  TRUSTED_PROXIES: { schema: proxies, example: '10.0.0.0/8, 192.168.1.4' },
  APP_SECRET: { schema: z.string().min(32, 'needs at least 32 characters'), example: 'the output of: openssl rand -base64 48' },
  PASSWORD_CLIENT_HASH: { schema: onOff, example: '0' },
  DEMO: { schema: onOff, example: '0' },
  DEMO_PASSWORD: { schema: password, example: 'a-long-password' },
  OPERATOR_EMAIL: { schema: email, example: 'operator@example.com' },
  OPERATOR_PASSWORD: { schema: password, example: 'a-long-password' },
  LOG_LEVEL: { schema: z.enum(logLevels, `is none of ${logLevels.join(', ')}`), example: 'info' },
  METRICS_TOKEN: { schema: z.string().min(16, 'needs at least 16 characters'), example: 'the output of: openssl rand -hex 24' },
  RATE_LIMIT_FACTOR: { schema: factor, example: '1' },
} as const;
type Variable = keyof typeof variables;
type Parsed = { [V in Variable]?: z.output<(typeof variables)[V]['schema']> };

/** Variables that mean something only together; with one of `any` set, all of `needs` must be. */
const groups: { needs: Variable[]; any?: Variable[] }[] = [
  { needs: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], any: ['S3_REGION'] },
  { needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], any: ['GOOGLE_ISSUER'] },
  { needs: ['TWITTER_CONSUMER_KEY', 'TWITTER_CONSUMER_SECRET'], any: ['TWITTER_API_BASE'] },
  { needs: ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'], any: ['RECAPTCHA_VERIFY_URL'] },
  { needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], any: ['STRIPE_API_BASE'] },
  { needs: ['OPERATOR_EMAIL', 'OPERATOR_PASSWORD'] },
];

export interface Config {
  /** Where people open the site: an origin without a slash at its end. */
  siteUrl: string;
  /** What browsers call: an origin. */
  apiUrl: string;
  /** What server renders call: an origin. */
  apiInternalUrl: string;
  sitePort: number;
  apiPort: number;
  /** Absolute path. */
  dataDir: string;
  /** null: the embedded engine. */
  databaseUrl: string | null;
  redisUrl: string | null;
  /** null: files lie on disk below `dataDir`. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  /** null: mails are kept in `dataDir`/outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  twitter: { consumerKey: string; consumerSecret: string; apiBase: string } | null;
  recaptcha: { siteKey: string; secret: string; verifyUrl: string } | null;
  /** null: the sandbox answers for it, and no real money moves. `apiBase` is an origin. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string } | null;
  trustedProxies: string[];
  appSecret: string;
  /** `auto`: the demo people are made on an empty database when the site is on this machine. */
  demo: 'on' | 'off' | 'auto';
  demoPassword: string | null;
  operator: { email: string; password: string } | null;
  logLevel: (typeof logLevels)[number];
  metricsToken: string | null;
  /** Multiplies every rate limit. */
  rateLimitFactor: number;
  /** Settings that the environment fixes: the operator sees them, but cannot change them. */
  fixedSettings: Partial<SettingValues>;
}

export interface ConfigProblem {
  variable: string;
  reason: string;
  example: string;
}

/** The environment cannot be used. The message names every wrong variable, why it is wrong, and what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(readonly problems: ConfigProblem[]) {
    const lines = problems.map(({ variable, reason, example }) => `  ${variable} ${reason}. Example: ${variable}=${example}`);
    super(['The environment has values that cannot be used:', ...lines].join('\n'));
  }
}

/**
 * The configuration that `env` describes.
 * @throws ConfigError with every problem when there is one
 */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.keys(variables).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])));
  const { parsed, problems } = parse(given);
  const config = assemble(parsed);
  problems.push(...groupProblems(given), ...crossProblems(config, given));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Whether `address` names this machine alone, as a browser on it would open it. */
export function isLocal(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(new URL(address).hostname);
}

export const defaults = { dataDir: './data', sitePort: 3000, apiPort: 8080 };

function parse(given: Record<string, string>): { parsed: Parsed; problems: ConfigProblem[] } {
  const parsed: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, { schema, example }] of Object.entries(variables)) {
    if (given[name] === undefined) continue;
    const result = schema.safeParse(given[name]);
    if (result.success) parsed[name] = result.data;
    else problems.push({ variable: name, reason: result.error.issues[0]?.message ?? 'cannot be used', example });
  }
  return { parsed: parsed, problems };
}

function assemble(given: Parsed): Config {
  const sitePort = given.PORT ?? defaults.sitePort;
  const apiPort = given.API_PORT ?? defaults.apiPort;
  const siteUrl = given.SITE_URL ?? `http://localhost:${sitePort}`;
  return {
    siteUrl,
    apiUrl: given.API_URL ?? `http://localhost:${apiPort}`,
    apiInternalUrl: given.API_INTERNAL_URL ?? `http://127.0.0.1:${apiPort}`,
    sitePort,
    apiPort,
    dataDir: resolve(given.DATA_DIR ?? defaults.dataDir),
    databaseUrl: given.DATABASE_URL ?? null,
    redisUrl: given.REDIS_URL ?? null,
    s3:
      given.S3_ENDPOINT && given.S3_BUCKET && given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: given.S3_ENDPOINT,
            bucket: given.S3_BUCKET,
            region: given.S3_REGION ?? 'us-east-1',
            accessKeyId: given.S3_ACCESS_KEY_ID,
            secretAccessKey: given.S3_SECRET_ACCESS_KEY,
          }
        : null,
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM ?? `Footlight <no-reply@${new URL(siteUrl).hostname}>`,
    google:
      given.GOOGLE_CLIENT_ID && given.GOOGLE_CLIENT_SECRET
        ? {
            clientId: given.GOOGLE_CLIENT_ID,
            clientSecret: given.GOOGLE_CLIENT_SECRET,
            issuer: given.GOOGLE_ISSUER ?? 'https://accounts.google.com',
          }
        : null,
    twitter:
      given.TWITTER_CONSUMER_KEY && given.TWITTER_CONSUMER_SECRET
        ? {
            consumerKey: given.TWITTER_CONSUMER_KEY,
            consumerSecret: given.TWITTER_CONSUMER_SECRET,
            apiBase: given.TWITTER_API_BASE ?? 'https://api.twitter.com',
          }
        : null,
    recaptcha:
      given.RECAPTCHA_SITE_KEY && given.RECAPTCHA_SECRET
        ? {
            siteKey: given.RECAPTCHA_SITE_KEY,
            secret: given.RECAPTCHA_SECRET,
            verifyUrl: given.RECAPTCHA_VERIFY_URL ?? 'https://www.google.com/recaptcha/api/siteverify',
          }
        : null,
    stripe:
      given.STRIPE_SECRET_KEY && given.STRIPE_PUBLISHABLE_KEY && given.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: given.STRIPE_SECRET_KEY,
            publishableKey: given.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: given.STRIPE_WEBHOOK_SECRET,
            apiBase: given.STRIPE_API_BASE ?? 'https://api.stripe.com',
          }
        : null,
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    appSecret: given.APP_SECRET ?? '',
    demo: given.DEMO === undefined ? 'auto' : given.DEMO ? 'on' : 'off',
    demoPassword: given.DEMO_PASSWORD ?? null,
    operator: given.OPERATOR_EMAIL && given.OPERATOR_PASSWORD ? { email: given.OPERATOR_EMAIL, password: given.OPERATOR_PASSWORD } : null,
    logLevel: given.LOG_LEVEL ?? 'info',
    metricsToken: given.METRICS_TOKEN ?? null,
    rateLimitFactor: given.RATE_LIMIT_FACTOR ?? 1,
    fixedSettings: fixedSettings(given),
  };
}

function fixedSettings(given: Parsed): Partial<SettingValues> {
  const fixed = Object.entries<SettingRule>(settingRules).flatMap(([key, { fixedBy }]) => {
    const value = fixedBy !== undefined && isVariable(fixedBy) ? given[fixedBy] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(fixed);
}

function groupProblems(given: Record<string, string>): ConfigProblem[] {
  return groups.flatMap(({ needs, any = [] }) => {
    const present = [...needs, ...any].filter((name) => given[name] !== undefined);
    if (present.length === 0) return [];
    const missing = needs.filter((name) => given[name] === undefined);
    return missing.map((variable) => ({
      variable,
      reason: `is missing, but ${present.join(' and ')} needs it`,
      example: variables[variable].example,
    }));
  });
}

function crossProblems(config: Config, given: Record<string, string>): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (given['APP_SECRET'] === undefined)
    problems.push({
      variable: 'APP_SECRET',
      reason: 'is missing (npm start and the other commands make and keep one)',
      example: variables.APP_SECRET.example,
    });
  if (config.sitePort === config.apiPort && config.sitePort !== 0)
    problems.push({
      variable: 'API_PORT',
      reason: `is the same port as the site's (${config.sitePort})`,
      example: String(config.sitePort + 1),
    });
  if (!isLocal(config.siteUrl) && isLocal(config.apiUrl))
    problems.push({
      variable: 'API_URL',
      reason: 'must be an address that visitors of SITE_URL can reach',
      example: variables.API_URL.example,
    });
  if (!isLocal(config.siteUrl) && config.demo === 'on')
    problems.push({ variable: 'DEMO', reason: 'is for a site on this machine only: its people have a shared password', example: '0' });
  return problems;
}

function isVariable(name: string): name is Variable {
  return name in variables;
}

function url(...protocols: string[]) {
  return z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `is not an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
}

function origin(...protocols: string[]) {
  return url(...protocols)
    .refine(
      (value) => !URL.canParse(value) || (new URL(value).pathname === '/' && new URL(value).search === ''),
      'must be an address without a path',
    )
    .transform((value) => new URL(value).origin);
}

function isEmail(value: string): boolean {
  return value.length <= limits.emailLengthMax && /^[^\s@<>]+@[^\s@<>]+$/.test(value);
}

function isProxy(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true;
  const [address = '', bits] = part.split('/');
  const family = isIP(address);
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
}

/**
 * The environment, parsed once: nothing else in the host reads it. A wrong value is refused at start, and all wrong
 * values at once; names that are nearly ours count as wrong, others are ignored, and an empty value counts as absent.
 */
import { resolve } from 'node:path';
import { settingRules } from '@contract/kernel/settings';
import type { SettingRule, SettingValues } from '@contract/kernel/settings';
import { streamingEngines } from '@contract/values';
import { misspelt } from './config-names';
import { encryptionProblems, placeProblems } from './config-paths';
import { engineKeys, groups, variables } from './config-variables';
import type { ConfigProblem, logLevels, Parsed, Variable } from './config-variables';

type Environment = Readonly<Record<string, string | undefined>>;

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
  /** Where the site's languages are: a file of words each. Absolute path. */
  localesDir: string;
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
  /** null: the live engine of that name cannot be chosen. */
  livekit: { url: string; apiKey: string; apiSecret: string } | null;
  /** `rest` null: the host cannot see what happens at Agora. Its `apiBase` is an origin. */
  agora: { appId: string; appCertificate: string; rest: { customerKey: string; customerSecret: string; apiBase: string } | null } | null;
  /** A push service of the site's own network, an origin: the only one that may be at a private address, or without encryption. */
  pushApiBase: string | null;
  /** The one origin at which webhooks may be received at a private address, or without encryption. */
  webhookOrigin: string | null;
  /** The live engine of this site, embedded in it. */
  live: {
    /** What pictures and sound come and go by. */
    udpPort: number;
    /** Addresses that lead to that port from outside; empty: those of the machine. */
    publicIps: string[];
    /** What the hosts talk to the engine's process by, on loopback. */
    port: number;
    /** Where the hosts find that port: an origin. */
    url: string;
    /** What a publisher may send at most. */
    bitrate_kbps: number;
    /** Relays for browsers that reach no other way. */
    turn: { urls: string[]; secret: string } | null;
  };
  /** The program that converts videos and sounds; null: the system's, else the one that comes along. */
  ffmpegPath: string | null;
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
  problems.push(...groupProblems(given), ...engineProblems(given), ...crossProblems(config, given), ...misspeltProblems(env));
  problems.push(...placeProblems(given), ...encryptionProblems(config.siteUrl, given, isLocal));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Whether `address` names this machine alone, as a browser on it would open it. */
export function isLocal(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(new URL(address).hostname);
}

export const defaults = {
  dataDir: './data',
  localesDir: './locales',
  sitePort: 3000,
  apiPort: 8080,
  liveUdpPort: 40_000,
  livePort: 40_001,
  liveBitrate_kbps: 2_500,
};

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
    localesDir: resolve(given.LOCALES_DIR ?? defaults.localesDir),
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
    livekit:
      given.LIVEKIT_URL && given.LIVEKIT_API_KEY && given.LIVEKIT_API_SECRET
        ? { url: given.LIVEKIT_URL, apiKey: given.LIVEKIT_API_KEY, apiSecret: given.LIVEKIT_API_SECRET }
        : null,
    agora:
      given.AGORA_APP_ID && given.AGORA_APP_CERTIFICATE
        ? { appId: given.AGORA_APP_ID, appCertificate: given.AGORA_APP_CERTIFICATE, rest: agoraRest(given) }
        : null,
    pushApiBase: given.PUSH_API_BASE ?? null,
    webhookOrigin: given.WEBHOOK_ORIGIN ?? null,
    live: liveOf(given),
    ffmpegPath: given.FFMPEG_PATH ?? null,
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

function liveOf(given: Parsed): Config['live'] {
  const port = given.LIVE_PORT ?? defaults.livePort;
  return {
    udpPort: given.LIVE_UDP_PORT ?? defaults.liveUdpPort,
    publicIps: given.LIVE_PUBLIC_IP ?? [],
    port,
    url: given.LIVE_URL ?? `http://127.0.0.1:${port}`,
    bitrate_kbps: given.LIVE_BITRATE_KBPS ?? defaults.liveBitrate_kbps,
    turn: given.TURN_URLS && given.TURN_SECRET ? { urls: given.TURN_URLS, secret: given.TURN_SECRET } : null,
  };
}

function agoraRest(given: Parsed): NonNullable<Config['agora']>['rest'] {
  if (!given.AGORA_CUSTOMER_KEY || !given.AGORA_CUSTOMER_SECRET) return null;
  return {
    customerKey: given.AGORA_CUSTOMER_KEY,
    customerSecret: given.AGORA_CUSTOMER_SECRET,
    apiBase: given.AGORA_API_BASE ?? 'https://api.agora.io',
  };
}

function fixedSettings(given: Parsed): Partial<SettingValues> {
  const fixed = Object.entries<SettingRule>(settingRules).flatMap(([key, { fixedBy }]) => {
    const value = fixedBy !== undefined && isVariable(fixedBy) ? given[fixedBy] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(fixed);
}

/** The keys that the engine which the environment names has not been given at all; a part of them is a problem of their group. */
function engineProblems(given: Record<string, string>): ConfigProblem[] {
  const engine = streamingEngines.find((name) => name === given['STREAMING_ENGINE']);
  const needs: readonly Variable[] = engine === undefined ? [] : engineKeys[engine];
  if (needs.some((variable) => given[variable] !== undefined)) return [];
  return missingKeys(needs, `STREAMING_ENGINE=${engine}`);
}

/** Problems that say who needs the keys that are missing. */
export function missingKeys(needs: readonly Variable[], by: string): ConfigProblem[] {
  return needs.map((variable) => ({ variable, reason: `is missing, but ${by} needs it`, example: variables[variable].example }));
}

function groupProblems(given: Record<string, string>): ConfigProblem[] {
  return groups.flatMap(({ needs, any = [] }) => {
    const present = [...needs, ...any].filter((name) => given[name] !== undefined);
    if (present.length === 0) return [];
    const missing = needs.filter((name) => given[name] === undefined);
    return missingKeys(missing, present.join(' and '));
  });
}

function misspeltProblems(env: Environment): ConfigProblem[] {
  return misspelt(env).map(({ variable, found }) => ({
    variable,
    reason: `is not set, but ${found} is, a name that means nothing here`,
    example: variables[variable].example,
  }));
}

function crossProblems(config: Config, given: Record<string, string>): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (given['APP_SECRET'] === undefined)
    problems.push({
      variable: 'APP_SECRET',
      reason: 'is missing (npm start and the other commands make and keep one)',
      example: variables.APP_SECRET.example,
    });
  if (config.sitePort === config.apiPort)
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

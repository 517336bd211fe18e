/**
 * The environment, parsed once: nothing else in the server reads it. Start fails with a list of all invalid values. A misspelled
 * name is invalid, other unknown names are ignored, and an empty value counts as absent.
 */
import { resolve } from 'node:path';
import { issueSentence } from '@contract/kernel/values/issue-sentence';
import { settingRules } from '@contract/kernel/settings';
import type { SettingRule, SettingValues } from '@contract/kernel/settings';
import { streamingEngines } from '@contract/kernel/values/site';
import { defaults } from './config-defaults';
import { misspelledVariables } from './config-names';
import { encryptionProblems, pathProblems } from './config-paths';
import { servicesOf } from './config-services';
import { engineVariables, variableGroups, variables } from './config-variables';
import type { ConfigProblem, logLevels, ParsedVariables, Variable } from './config-variables';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Config {
  /** The site's public origin, without a trailing slash. */
  siteUrl: string;
  /** The origin of the API that browsers call. */
  apiUrl: string;
  /** The origin of the API that server-side rendering calls. */
  apiInternalUrl: string;
  sitePort: number;
  apiPort: number;
  /** The port of the worker's metrics server; null: none. */
  workerPort: number | null;
  /** Absolute path. */
  dataDir: string;
  /** The folder with one file of translations per language. Absolute path. */
  localesDir: string;
  /** null: the embedded Postgres. */
  databaseUrl: string | null;
  /**
   * The connection pooler (transaction mode) at `databaseUrl`; null: none. `directUrl` is the database behind it.
   * `supportsPreparedStatements`: the pooler supports named prepared statements.
   */
  pooler: { directUrl: string; supportsPreparedStatements: boolean } | null;
  /** Maximum database connections of a process: for requests, and for the job queue (`jobsPoolSize`). */
  poolSize: number;
  jobsPoolSize: number;
  redisUrl: string | null;
  /** null: files are stored on disk below `dataDir`. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  /** null: mails are written to `dataDir`/outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The base of the envelope senders (VERP) to which mail servers send bounces; null: bounces go to `mailFrom`. */
  bounceAddress: string | null;
  /** The mailbox with the bounces, including name and password; null: it is not polled. */
  bounceImapUrl: string | null;
  /** The key with which a mail service signs its reports; null: reports are rejected. */
  mailEventsSecret: string | null;
  google: { clientId: string; clientSecret: string; issuer: string } | null;
  twitter: { consumerKey: string; consumerSecret: string; apiBase: string } | null;
  recaptcha: { siteKey: string; secret: string; verifyUrl: string } | null;
  /** null: the sandbox gateway is used, and no real money moves. `apiBase` is an origin. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string } | null;
  /** null: this live engine cannot be chosen. */
  livekit: { url: string; apiKey: string; apiSecret: string } | null;
  /** `rest` null: the server cannot query Agora's state. Its `apiBase` is an origin. */
  agora: { appId: string; appCertificate: string; rest: { customerKey: string; customerSecret: string; apiBase: string } | null } | null;
  /** The origin of a push service in a private network: the only one that may have a private address or no encryption. */
  pushApiBase: string | null;
  /** The only origin that may receive webhooks at a private address or without encryption. */
  webhookOrigin: string | null;
  /** The embedded live engine. */
  live: {
    /** The UDP port for audio and video. */
    udpPort: number;
    /** Public addresses of that port; empty: the machine's own addresses. */
    publicIps: string[];
    /** The control port of the engine's process, on loopback. */
    port: number;
    /** The origin at which API servers reach the control port. */
    url: string;
    /** The maximum bitrate of a publisher. */
    bitrate_kbps: number;
    /** TURN relays for browsers without a direct path. */
    turn: { urls: string[]; secret: string } | null;
  };
  /** The ffmpeg binary; null: the system's, else the bundled one. */
  ffmpegPath: string | null;
  trustedProxies: string[];
  appSecret: string;
  /** `auto`: demo accounts are created on an empty database if the site runs on this machine. */
  demo: 'on' | 'off' | 'auto';
  demoPassword: string | null;
  operator: { email: string; password: string } | null;
  logLevel: (typeof logLevels)[number];
  metricsToken: string | null;
  /** Multiplies every rate limit. */
  rateLimitFactor: number;
  /** Settings from environment variables: operators see them but cannot change them. */
  fixedSettings: Partial<SettingValues>;
}

/** The environment is invalid. The message names every invalid variable, the reason, and an example. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(readonly problems: ConfigProblem[]) {
    const lines = problems.map(({ variable, reason, example }) => `  ${variable} ${reason}. Example: ${variable}=${example}`);
    super(['Some environment variables are missing or invalid:', ...lines].join('\n'));
  }
}

/**
 * The configuration that `env` describes.
 * @throws ConfigError with all problems
 */
export function readConfig(env: Environment): Config {
  const values = Object.fromEntries(Object.keys(variables).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])));
  const { parsed, problems } = parse(values);
  const config = assemble(parsed);
  problems.push(...groupProblems(values), ...engineProblems(values), ...consistencyProblems(config, values), ...misspellingProblems(env));
  problems.push(...pathProblems(values), ...encryptionProblems(config.siteUrl, values, isLocal));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Whether `address` is a loopback URL. */
export function isLocal(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(new URL(address).hostname);
}

function parse(values: Record<string, string>): { parsed: ParsedVariables; problems: ConfigProblem[] } {
  const parsed: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [name, { schema, example }] of Object.entries(variables)) {
    if (values[name] === undefined) continue;
    const result = schema.safeParse(values[name], { error: issueSentence });
    if (result.success) parsed[name] = result.data;
    else problems.push({ variable: name, reason: result.error.issues[0]?.message ?? 'is invalid', example });
  }
  return { parsed, problems };
}

function assemble(env: ParsedVariables): Config {
  const sitePort = env.PORT ?? defaults.sitePort;
  const apiPort = env.API_PORT ?? defaults.apiPort;
  const siteUrl = env.SITE_URL ?? `http://localhost:${sitePort}`;
  return {
    siteUrl,
    apiUrl: env.API_URL ?? `http://localhost:${apiPort}`,
    apiInternalUrl: env.API_INTERNAL_URL ?? `http://127.0.0.1:${apiPort}`,
    sitePort,
    apiPort,
    workerPort: env.WORKER_PORT ?? null,
    dataDir: resolve(env.DATA_DIR ?? defaults.dataDir),
    localesDir: resolve(env.LOCALES_DIR ?? defaults.localesDir),
    databaseUrl: env.DATABASE_URL ?? null,
    pooler: env.DATABASE_DIRECT_URL
      ? { directUrl: env.DATABASE_DIRECT_URL, supportsPreparedStatements: env.DATABASE_PREPARED_STATEMENTS ?? true }
      : null,
    poolSize: env.DATABASE_POOL_SIZE ?? defaults.poolSize,
    jobsPoolSize: env.DATABASE_JOBS_POOL_SIZE ?? defaults.jobsPoolSize,
    redisUrl: env.REDIS_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Footlight <no-reply@${new URL(siteUrl).hostname}>`,
    bounceAddress: env.MAIL_BOUNCE_ADDRESS ?? null,
    bounceImapUrl: env.MAIL_BOUNCE_IMAP_URL ?? null,
    mailEventsSecret: env.MAIL_EVENTS_SECRET ?? null,
    ...servicesOf(env),
    pushApiBase: env.PUSH_API_BASE ?? null,
    webhookOrigin: env.WEBHOOK_ORIGIN ?? null,
    live: liveOf(env),
    ffmpegPath: env.FFMPEG_PATH ?? null,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    appSecret: env.APP_SECRET ?? '',
    demo: env.DEMO === undefined ? 'auto' : env.DEMO ? 'on' : 'off',
    demoPassword: env.DEMO_PASSWORD ?? null,
    operator: env.OPERATOR_EMAIL && env.OPERATOR_PASSWORD ? { email: env.OPERATOR_EMAIL, password: env.OPERATOR_PASSWORD } : null,
    logLevel: env.LOG_LEVEL ?? defaults.logLevel,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimitFactor: env.RATE_LIMIT_FACTOR ?? defaults.rateLimitFactor,
    fixedSettings: fixedSettings(env),
  };
}

function liveOf(env: ParsedVariables): Config['live'] {
  const port = env.LIVE_PORT ?? defaults.livePort;
  return {
    udpPort: env.LIVE_UDP_PORT ?? defaults.liveUdpPort,
    publicIps: env.LIVE_PUBLIC_IP ?? [],
    port,
    url: env.LIVE_URL ?? `http://127.0.0.1:${port}`,
    bitrate_kbps: env.LIVE_BITRATE_KBPS ?? defaults.liveBitrate_kbps,
    turn: env.TURN_URLS && env.TURN_SECRET ? { urls: env.TURN_URLS, secret: env.TURN_SECRET } : null,
  };
}

function fixedSettings(env: ParsedVariables): Partial<SettingValues> {
  const fixed = Object.entries<SettingRule>(settingRules).flatMap(([key, { fixedBy }]) => {
    const value = fixedBy !== undefined && isVariable(fixedBy) ? env[fixedBy] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(fixed);
}

/** Reports the chosen engine's variables if none of them is set. `groupProblems` reports a partial set. */
function engineProblems(values: Record<string, string>): ConfigProblem[] {
  const engine = streamingEngines.find((name) => name === values['STREAMING_ENGINE']);
  const needs: readonly Variable[] = engine === undefined ? [] : engineVariables[engine];
  if (needs.some((variable) => values[variable] !== undefined)) return [];
  return missingVariables(needs, `STREAMING_ENGINE=${engine}`);
}

/** One problem per missing variable; `dependent` names what needs them. */
export function missingVariables(needs: readonly Variable[], dependent: string): ConfigProblem[] {
  return needs.map((variable) => ({ variable, reason: `is missing, but required by ${dependent}`, example: variables[variable].example }));
}

function groupProblems(values: Record<string, string>): ConfigProblem[] {
  return variableGroups.flatMap(({ needs, any = [] }) => {
    const present = [...needs, ...any].filter((name) => values[name] !== undefined);
    if (present.length === 0) return [];
    const missing = needs.filter((name) => values[name] === undefined);
    return missingVariables(missing, present.join(' and '));
  });
}

function misspellingProblems(env: Environment): ConfigProblem[] {
  return misspelledVariables(env).map(({ variable, found }) => ({
    variable,
    reason: `is not set. You may have misspelled it as ${found}`,
    example: variables[variable].example,
  }));
}

function consistencyProblems(config: Config, values: Record<string, string>): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (values['APP_SECRET'] === undefined)
    problems.push({
      variable: 'APP_SECRET',
      reason: 'is missing (npm start and the other commands generate and store one)',
      example: variables.APP_SECRET.example,
    });
  if (config.sitePort === config.apiPort)
    problems.push({
      variable: 'API_PORT',
      reason: `is ${config.apiPort}, but must differ from PORT`,
      example: String(config.sitePort + 1),
    });
  if (config.workerPort === config.sitePort || config.workerPort === config.apiPort)
    problems.push({
      variable: 'WORKER_PORT',
      reason: `is ${config.workerPort}, but must differ from PORT and API_PORT`,
      example: String(config.apiPort + 1),
    });
  if (!isLocal(config.siteUrl) && isLocal(config.apiUrl))
    problems.push({
      variable: 'API_URL',
      reason: 'must be a URL that visitors of SITE_URL can reach',
      example: variables.API_URL.example,
    });
  if (!isLocal(config.siteUrl) && config.demo === 'on')
    problems.push({
      variable: 'DEMO',
      reason: 'is only for sites on this machine, because the demo accounts share a password',
      example: '0',
    });
  return problems;
}

function isVariable(name: string): name is Variable {
  return name in variables;
}

/** The documentation of the environment variables: `npm run docs:settings` writes docs/configuration.md and .env.example from it. */
import { defaults } from './config-defaults';
import type { Variable } from './config-variables';

interface VariableReference {
  /** What it does, and when to set it. Markdown, in whole sentences. */
  about: string;
  /** The value that applies if it is not set. */
  default?: string;
  /** What applies if it is not set, in words, where there is no default value. */
  unset?: string;
}

export interface ReferenceSection {
  title: string;
  about?: string;
  variables: Partial<Record<Variable, VariableReference>>;
}

const addresses: ReferenceSection = {
  title: 'Addresses',
  variables: {
    SITE_URL: {
      about: 'The public URL of the site. Requests for other host names are redirected to it. Set it on every public site.',
      default: `http://localhost:${defaults.sitePort}`,
    },
    API_URL: {
      about: 'The public URL of the API. Browsers call it, so visitors must be able to reach it. Set it together with `SITE_URL`.',
      default: `http://localhost:${defaults.apiPort}`,
    },
    API_INTERNAL_URL: {
      about: "The URL at which the site's own server calls the API. Set it if the site and the API run on different machines.",
      default: `http://127.0.0.1:${defaults.apiPort}`,
    },
    PORT: { about: 'The port of the site.', default: String(defaults.sitePort) },
    API_PORT: { about: 'The port of the API.', default: String(defaults.apiPort) },
    WORKER_PORT: {
      about: 'The port on which a worker serves its metrics. Workers on the same machine need different ports.',
      unset: 'workers serve no metrics',
    },
    TRUSTED_PROXIES: {
      about:
        "The proxies whose `X-Forwarded-For` header is trusted. Set it behind a proxy. Otherwise, all visitors share the proxy's address and its rate limits.",
      unset: 'no proxy is trusted',
    },
  },
};

const data: ReferenceSection = {
  title: 'Data',
  variables: {
    DATA_DIR: { about: 'The folder for the embedded database, files, emails, logs and the secret.', default: defaults.dataDir },
    LOCALES_DIR: {
      about: 'The folder with the translations, one file per language. English needs no file.',
      default: defaults.localesDir,
    },
    DATABASE_URL: {
      about: 'Your own PostgreSQL server, with the `pg_trgm` extension. Required if the roles run separately.',
      unset: 'the embedded database',
    },
    DATABASE_DIRECT_URL: {
      about:
        'A direct connection to the database, if `DATABASE_URL` points to a transaction pooler. See [A pooler](operations.md#a-pooler).',
      unset: 'no pooler is used',
    },
    DATABASE_PREPARED_STATEMENTS: {
      about: 'Whether the pooler supports named prepared statements. Set it to `0` for PgBouncer before 1.21.',
      default: '1',
    },
    DATABASE_POOL_SIZE: {
      about: 'The maximum number of database connections of each API and worker process, in addition to those for the job queue.',
      default: String(defaults.poolSize),
    },
    DATABASE_JOBS_POOL_SIZE: {
      about: 'The maximum number of database connections of each API and worker process for the job queue.',
      default: String(defaults.jobsPoolSize),
    },
    REDIS_URL: {
      about: 'The Redis server that API processes use to share sockets and rate limits. Required if you run more than one.',
      unset: 'one API process',
    },
    S3_ENDPOINT: {
      about: 'An S3-compatible object store for files. Set it if several machines serve or convert files.',
      unset: 'files are stored on disk',
    },
    S3_BUCKET: { about: 'The bucket of the object store.' },
    S3_REGION: { about: 'The region of the object store.', default: defaults.s3Region },
    S3_ACCESS_KEY_ID: { about: 'The access key of the object store.' },
    S3_SECRET_ACCESS_KEY: { about: 'The secret key of the object store.' },
    FFMPEG_PATH: {
      about: 'The path of the ffmpeg that converts videos and audio files. HDR colors require its filters `zscale` and `tonemap`.',
      unset: "the system's ffmpeg, or else the bundled one",
    },
  },
};

const mail: ReferenceSection = {
  title: 'Mail',
  about: 'Without a mail server, emails are written to `DATA_DIR/outbox`, and operators can read them in the console.',
  variables: {
    SMTP_URL: { about: 'The mail server. Set it on every public site.', unset: 'emails are written to a folder' },
    MAIL_FROM: { about: 'The sender of all emails.', unset: '`Footlight <no-reply@…>` with the host name of `SITE_URL`' },
    MAIL_BOUNCE_ADDRESS: {
      about:
        'The address to which mail servers return undeliverable emails. Its domain must also accept plus addresses (`bounces+…@example.com`).',
      unset: 'undeliverable emails are returned to the sender',
    },
    MAIL_BOUNCE_IMAP_URL: { about: 'The mailbox of the bounce address. It is checked every five minutes.', unset: 'no mailbox is checked' },
    MAIL_EVENTS_SECRET: {
      about: 'The key with which your mail service signs its bounce reports. See [Bounces](mail.md#bounces).',
      unset: 'bounce reports are rejected',
    },
  },
};

const payments: ReferenceSection = {
  title: 'Payments',
  about: 'Without keys, the site runs in test mode. It accepts only test cards, and every page says so.',
  variables: {
    STRIPE_SECRET_KEY: { about: 'The secret key of your Stripe account. Set it to take real payments.', unset: 'test cards only' },
    STRIPE_PUBLISHABLE_KEY: { about: 'The publishable key of your Stripe account.' },
    STRIPE_WEBHOOK_SECRET: { about: 'The signing secret of the Stripe webhook that calls `API_URL/webhooks/stripe`.' },
    STRIPE_API_BASE: { about: "An alternative URL of Stripe's API, for tests.", default: defaults.stripeApiBase },
  },
};

const live: ReferenceSection = {
  title: 'Live',
  about: 'The embedded live engine needs no keys. See [Networks without UDP](operations.md#networks-without-udp) for relays.',
  variables: {
    LIVE_UDP_PORT: {
      about: 'The UDP port for all live video and audio. Visitors must be able to reach it.',
      default: String(defaults.liveUdpPort),
    },
    LIVE_PUBLIC_IP: {
      about:
        'The public IP addresses of the UDP port. Set it if the machine does not have them itself, e.g. behind a NAT, in a cloud or in a container.',
      unset: "the machine's own addresses",
    },
    LIVE_BITRATE_KBPS: {
      about: "The maximum bitrate of a creator's stream, in kbit/s.",
      default: String(defaults.liveBitrate_kbps),
    },
    LIVE_PORT: { about: 'The control port of the live engine, on the loopback interface.', default: String(defaults.livePort) },
    LIVE_URL: {
      about: "The URL at which API processes reach the live engine's control port, e.g. through a tunnel.",
      unset: '`http://127.0.0.1:` followed by `LIVE_PORT`',
    },
    TURN_URLS: { about: 'TURN relays for visitors whose network blocks UDP.', unset: 'no relays are used' },
    TURN_SECRET: { about: "The relays' shared secret (`use-auth-secret` of coturn)." },
    LIVEKIT_URL: { about: 'A LiveKit server for shows. Its webhook must call `API_URL/webhooks/livekit`.', unset: 'LiveKit is not used' },
    LIVEKIT_API_KEY: { about: 'The API key of LiveKit.' },
    LIVEKIT_API_SECRET: { about: 'The API secret of LiveKit.' },
    AGORA_APP_ID: {
      about: 'The Agora app ID. Turn on co-host authentication in the Agora console. Otherwise, viewers can publish.',
      unset: 'Agora is not used',
    },
    AGORA_APP_CERTIFICATE: { about: 'The app certificate of Agora.' },
    AGORA_CUSTOMER_KEY: {
      about: "The customer key of Agora's RESTful API. Required for private shows and for removing viewers immediately.",
      unset: 'private shows are unavailable, and removed viewers stay for up to ten minutes',
    },
    AGORA_CUSTOMER_SECRET: { about: "The customer secret of Agora's RESTful API." },
    AGORA_API_BASE: { about: "An alternative URL of Agora's RESTful API, for tests.", default: defaults.agoraApiBase },
    STREAMING_ENGINE: {
      about: 'The live engine. If set, operators cannot change it in the console.',
      unset: 'operators choose it in the console (the embedded engine by default)',
    },
  },
};

const signIn: ReferenceSection = {
  title: 'Sign-in and captcha',
  variables: {
    GOOGLE_CLIENT_ID: { about: 'The client ID for Log in with Google.', unset: 'the button is hidden' },
    GOOGLE_CLIENT_SECRET: { about: 'The client secret for Log in with Google.' },
    GOOGLE_ISSUER: { about: 'An OpenID provider to use instead of Google, for tests.', default: defaults.googleIssuer },
    TWITTER_CONSUMER_KEY: { about: 'The consumer key for Log in with Twitter.', unset: 'the button is hidden' },
    TWITTER_CONSUMER_SECRET: { about: 'The consumer secret for Log in with Twitter.' },
    TWITTER_API_BASE: { about: "An alternative URL of Twitter's API, for tests.", default: defaults.twitterApiBase },
    RECAPTCHA_SITE_KEY: {
      about: 'The reCAPTCHA site key. Captchas protect registration, forgotten passwords and contact messages.',
      unset: 'no captchas are shown',
    },
    RECAPTCHA_SECRET: { about: 'The reCAPTCHA secret.' },
    RECAPTCHA_VERIFY_URL: { about: 'An alternative URL for verifying captchas, for tests.', default: defaults.recaptchaVerifyUrl },
    PASSWORD_CLIENT_HASH: {
      about: 'Whether browsers hash passwords before sending them. If set, operators cannot change it.',
      unset: 'operators choose it in the console (off by default)',
    },
  },
};

const outgoing: ReferenceSection = {
  title: 'Push messages and webhooks',
  about: 'Push services and webhook receivers must have public HTTPS URLs, except for those set here.',
  variables: {
    PUSH_API_BASE: { about: 'The URL of a push service in your own network.', unset: 'only public URLs are allowed' },
    WEBHOOK_ORIGIN: { about: 'The URL of a webhook receiver in your own network.', unset: 'only public URLs are allowed' },
  },
};

const firstAccounts: ReferenceSection = {
  title: 'First accounts',
  variables: {
    OPERATOR_EMAIL: {
      about: 'The email address of the first operator, who is created if there is none. Set it for the first start of a public site.',
      unset: 'the demo operator',
    },
    OPERATOR_PASSWORD: { about: 'The password of the first operator. Remove it after the first start.' },
    DEMO: {
      about: 'Whether to create demo accounts in an empty database. They share a password, so a public site rejects `1`.',
      unset: 'they are created only if the site runs on this machine',
    },
    DEMO_PASSWORD: { about: 'The password of the demo accounts.', unset: 'random, and printed at startup' },
  },
};

const operation: ReferenceSection = {
  title: 'Operation',
  variables: {
    APP_SECRET: {
      about: 'Signs links, and encrypts account numbers and two-step verification secrets. Set the same value on all machines.',
      unset: 'generated, and stored in `DATA_DIR/secret`',
    },
    LOG_LEVEL: { about: 'The minimum level of log entries.', default: defaults.logLevel },
    METRICS_TOKEN: {
      about: 'The token that other machines need to read `/metrics`, sent as `Authorization: Bearer <token>`.',
      unset: 'only this machine can read it',
    },
    RATE_LIMIT_FACTOR: { about: 'Multiplies every rate limit.', default: String(defaults.rateLimitFactor) },
  },
};

/** All variables, in the order of their sections. */
export const configReference: readonly ReferenceSection[] = [
  addresses,
  data,
  mail,
  payments,
  live,
  signIn,
  outgoing,
  firstAccounts,
  operation,
];

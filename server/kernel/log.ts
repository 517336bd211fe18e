/** The server's log: JSON lines without secrets. */
import pino from 'pino';

export type Logger = pino.Logger;

const secretFields = [
  'token',
  'password',
  'currentPassword',
  'secret',
  'authorization',
  'cookie',
  'tokenId',
  'oauthTokenSecret',
  'accountNumber',
  'iban',
];

/** An error and its causes, outermost first. */
function withCauses(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...withCauses(error.cause)] : [error];
}

/**
 * Serializes an error for the log: message, stack and database code, without a failed query's parameters and the row that Postgres quotes.
 * Those may contain password hashes and links from mails.
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const chain = withCauses(error);
  const paramsLines = chain.flatMap((cause) => ('params' in cause ? [`\nparams: ${String(cause.params)}`] : []));
  const withoutParams = (text: string): string => paramsLines.reduce((shown, value) => shown.replaceAll(value, ''), text);
  const { code, constraint } = Object.assign({}, ...chain) as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: withoutParams(chain.map((cause) => cause.message).join(': ')),
    stack: withoutParams(chain.map((cause) => cause.stack ?? '').join('\ncaused by: ')),
    code,
    constraint,
  };
}

/** A logger at `level`, to stdout or to `destination`. Fields that may hold secrets are redacted. */
export function makeLogger(level: string, destination?: pino.DestinationStream): Logger {
  const paths = [...secretFields, ...secretFields.map((name) => `*.${name}`), ...secretFields.map((name) => `*.*.${name}`)];
  const options = { level, redact: { paths, censor: '[hidden]' }, serializers: { err: serializeError } };
  return destination ? pino(options, destination) : pino(options);
}

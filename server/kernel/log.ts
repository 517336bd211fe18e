/** The host's log: JSON lines without secrets. */
import pino from 'pino';

export type Logger = pino.Logger;

const secrets = [
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

/** An error and all that caused it, outermost first. */
function chainOf(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...chainOf(error.cause)] : [error];
}

/**
 * An error as the log shows it: what it says, where it arose and the database's code, without the values of a failed query
 * and without the row that the database quotes, which hold passwords' hashes and the links of mails.
 */
export function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const chain = chainOf(error);
  const values = chain.flatMap((one) => ('params' in one ? [`\nparams: ${String(one.params)}`] : []));
  const plain = (text: string): string => values.reduce((shown, value) => shown.replaceAll(value, ''), text);
  const { code, constraint } = Object.assign({}, ...chain) as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: plain(chain.map((one) => one.message).join(': ')),
    stack: plain(chain.map((one) => one.stack ?? '').join('\ncaused by: ')),
    code,
    constraint,
  };
}

/** A logger at `level`, to the process's output or to `into`; fields that may hold secrets are never written. */
export function makeLogger(level: string, into?: pino.DestinationStream): Logger {
  const paths = [...secrets, ...secrets.map((name) => `*.${name}`), ...secrets.map((name) => `*.*.${name}`)];
  const options = { level, redact: { paths, censor: '[hidden]' }, serializers: { err: shownError } };
  return into ? pino(options, into) : pino(options);
}

/** The host's log: JSON lines without secrets. */
import pino from 'pino';

export type Logger = pino.Logger;

const secrets = ['token', 'password', 'currentPassword', 'secret', 'authorization', 'cookie', 'tokenId', 'oauthTokenSecret', 'accountNumber', 'iban'];

/** A logger at `level`; fields that may hold secrets are never written. */
export function makeLogger(level: string): Logger {
  return pino({
    level,
    redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`), ...secrets.map((name) => `*.*.${name}`)], censor: '[hidden]' },
    serializers: { err: pino.stdSerializers.err },
  });
}

/** Turning whatever is thrown into the one form of a refusal. Bugs are logged whole and answered without details. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errors, messages, type ErrorCode, type Refusal as Body } from '@contract/kernel/errors';
import { headers } from '@contract/kernel/conventions';
import { causesOf, databaseCode } from '../platform/db/db';
import { Refusal } from '../kernel/api-error';
import { hasNoSpace, isWithoutRoom } from '../platform/media/storage/disk-space';
import { watchRefusal } from '../platform/http/security-log';

/** How the framework's own refusals are called here. */
const frameworkCodes: Record<number, ErrorCode> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'not_found',
  413: 'too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  431: 'invalid_request',
};
/** The database is away, starting, or has no room left: connection errors, administrator's shutdown, exhausted resources. */
const away = /^(08|53|57P)/;
const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const retryAfter_s = 2;
const diskFullRetry_s = 60;
/** Text that the database cannot store: refused where a schema should have done it. */
const unstorable = new Set(['22021', '22P05', '22P02']);

function isAway(error: unknown): boolean {
  const code = databaseCode(error);
  if (code !== null) return away.test(code);
  for (const { code: reason, message } of causesOf(error)) {
    if (typeof reason === 'string' && connectionErrors.has(reason)) return true;
    if (
      typeof message === 'string' &&
      /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/.test(message)
    )
      return true;
  }
  return false;
}

const diskFull = (): Refusal => new Refusal('service_unavailable', { retryAfter_s: diskFullRetry_s, message: messages.diskFull });

const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The client went away before its request was complete. Its stream then ends in the same codes as a lost database connection. */
const isBrokenOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.destroyed && !raw.complete && brokenOff.has(String((error as Partial<NodeJS.ErrnoException> | null)?.code));

/** What is answered to an error that was expected, or null where it is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isWithoutRoom(error)) return diskFull();
  if (isAway(error)) return new Refusal('service_unavailable', { retryAfter_s });
  if (unstorable.has(databaseCode(error) ?? '')) return new Refusal('invalid_request');
  const status = (error as Partial<FastifyError>).statusCode;
  const code = status === undefined ? undefined : frameworkCodes[status];
  return code ? new Refusal(code) : null;
}

function sendRefusal(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  const [statusCode] = errors[refusal.code];
  const body: Body = {
    statusCode,
    error: refusal.code,
    message: refusal.message,
    requestId: request.id,
    ...(refusal.issues && { issues: refusal.issues }),
    ...(refusal.appealToken !== undefined && { appealToken: refusal.appealToken }),
  };
  if (refusal.retryAfter_s !== undefined) reply.header('retry-after', refusal.retryAfter_s);
  return reply.code(statusCode).header('cache-control', 'no-store').header(headers.requestId, request.id).send(body);
}

/** Answers what is no request at all, or has more in its head than one may, and ends the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const { status: statusCode, code, message } = new Refusal('invalid_request');
    const body = JSON.stringify({ statusCode, error: code, message, requestId: randomUUID() } satisfies Body);
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
  } else socket.destroy();
}

/** Answers addresses that cannot be read at all, before any route is found. */
export function answerBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendRefusal(reply, request, new Refusal('invalid_request'));
}

/** Makes every error leave the host as a refusal; `onBug` hears of those that nobody expected. */
export function answerErrors(app: FastifyInstance, dataDir: string, onBug: (error: unknown) => void): void {
  app.setErrorHandler((error, request, reply) => {
    if (isBrokenOff(error, request)) {
      request.log.info('a client broke off its request');
      return sendRefusal(reply, request, new Refusal('invalid_request'));
    }
    const isFull = isWithoutRoom(error) || (isAway(error) && hasNoSpace(dataDir));
    // The embedded database stops when its log finds no space: then the full disk is the cause, and the lost connection its effect.
    const refusal = isFull ? diskFull() : refusalOf(error);
    if (refusal?.code === 'service_unavailable' && !(error instanceof Refusal))
      request.log.warn({ err: error }, isFull ? 'the disk is full' : 'the database is away');
    if (!refusal) {
      request.log.error({ err: error }, 'a request ended in a bug');
      onBug(error);
    }
    if (refusal) watchRefusal(request, refusal);
    return sendRefusal(reply, request, refusal ?? new Refusal('internal_error'));
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, request, new Refusal('not_found')));
}

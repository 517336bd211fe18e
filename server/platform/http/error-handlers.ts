/** Converts thrown errors to error responses. Bugs are logged in full and returned without details. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errors, type ErrorCode, type ApiErrorBody as Body } from '@contract/kernel/errors';
import * as messages from '@contract/kernel/messages';
import { headers } from '@contract/kernel/conventions';
import { causesOf, databaseCode } from '../db/db';
import { ApiError } from '../../kernel/api-error';
import { isDiskNearlyFull, isDiskFull } from '../media/storage/disk-space';
import { trackMethods } from './other-methods';
import { logSecurityError } from './security-log';

/** Our error codes for Fastify's errors. */
const frameworkCodes: Record<number, ErrorCode> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  431: 'invalid_request',
};
/** SQLSTATE classes of an unavailable database: connection errors, exhausted resources, shutdown or startup. */
const unavailableStates = /^(08|53|57P)/;
const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const retryAfter_s = 2;
const diskFullRetry_s = 60;
/** SQLSTATEs of text that Postgres cannot store. The request's schema should have rejected it. */
const unstorableStates = new Set(['22021', '22P05', '22P02']);

function isDatabaseUnavailable(error: unknown): boolean {
  const code = databaseCode(error);
  if (code !== null) return unavailableStates.test(code);
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

const diskFull = (): ApiError => new ApiError('service_unavailable', { retryAfter_s: diskFullRetry_s, message: messages.diskFull });

const abortCodes = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether the client closed the connection before its request was complete. The error codes are those of a lost database connection. */
const isAborted = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.destroyed && !raw.complete && abortCodes.has(String((error as Partial<NodeJS.ErrnoException> | null)?.code));

/** The API error for an expected error, or null for a bug. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return diskFull();
  if (isDatabaseUnavailable(error)) return new ApiError('service_unavailable', { retryAfter_s });
  if (unstorableStates.has(databaseCode(error) ?? '')) return new ApiError('invalid_request');
  const status = (error as Partial<FastifyError>).statusCode;
  const code = status === undefined ? undefined : frameworkCodes[status];
  return code ? new ApiError(code) : null;
}

function sendApiError(reply: FastifyReply, request: FastifyRequest, error: ApiError): FastifyReply {
  const [statusCode] = errors[error.code];
  const body: Body = {
    statusCode,
    error: error.code,
    message: error.message,
    requestId: request.id,
    ...(error.issues && { issues: error.issues }),
    ...(error.appealToken !== undefined && { appealToken: error.appealToken }),
  };
  if (error.retryAfter_s !== undefined) reply.header('retry-after', error.retryAfter_s);
  return reply.code(statusCode).header('cache-control', 'no-store').header(headers.requestId, request.id).send(body);
}

/** Responds to malformed HTTP and oversized headers, and closes the connection. */
export function sendMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const { status: statusCode, code, message } = new ApiError('invalid_request');
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

/** Responds to malformed URLs, before routing. */
export function sendMalformedUrl(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendApiError(reply, request, new ApiError('invalid_request'));
}

/** Installs the error handlers, before the routes; `onBug` receives unexpected errors. */
export function installErrorHandlers(app: FastifyInstance, dataDir: string, onBug: (error: unknown) => void): void {
  app.setErrorHandler((error, request, reply) => {
    if (isAborted(error, request)) {
      request.log.info('client aborted the request');
      return sendApiError(reply, request, new ApiError('invalid_request'));
    }
    const isFull = isDiskFull(error) || (isDatabaseUnavailable(error) && isDiskNearlyFull(dataDir));
    // The embedded database stops when it cannot write its WAL: then the full disk is the cause of the lost connection.
    const apiError = isFull ? diskFull() : apiErrorOf(error);
    if (apiError?.code === 'service_unavailable' && !(error instanceof ApiError))
      request.log.warn({ err: error }, isFull ? 'the disk is full' : 'the database is unavailable');
    if (!apiError) {
      request.log.error({ err: error }, 'unhandled error in a request');
      onBug(error);
    }
    if (apiError) logSecurityError(request, apiError);
    return sendApiError(reply, request, apiError ?? new ApiError('internal_error'));
  });
  const methodsOf = trackMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return sendApiError(reply, request, new ApiError('not_found'));
    reply.header('allow', methods.join(', '));
    return sendApiError(reply, request, new ApiError('method_not_allowed'));
  });
}

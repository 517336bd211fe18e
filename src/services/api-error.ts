/** The error of a failed call: the server's error, or one in the same shape if the server could not be reached. */
import type { ErrorCode, ApiErrorBody } from '@contract/kernel/errors';

/** `offline`: no response. `unreadable`: a response, but not from this API (such as a proxy's error page). */
export type ApiErrorCode = ErrorCode | 'offline' | 'unreadable';

interface ErrorBody extends Omit<ApiErrorBody, 'error'> {
  error: ApiErrorCode;
}

export class ApiError extends Error {
  override name = 'ApiError';
  /** 0 without a response. */
  readonly statusCode: number;
  readonly error: ApiErrorCode;
  /** Errors of single fields, by path. */
  readonly issues: { path: string; message: string }[];
  readonly requestId: string;
  /** From the `retry-after` header. */
  readonly retryAfter_s: number | null;
  /** Gives a person with a suspended account access to the decision. */
  readonly appealToken: string | null;

  constructor(body: ErrorBody, retryAfter_s: number | null = null) {
    super(body.message);
    this.statusCode = body.statusCode;
    this.error = body.error;
    this.issues = body.issues ?? [];
    this.requestId = body.requestId;
    this.retryAfter_s = retryAfter_s;
    this.appealToken = body.appealToken ?? null;
  }

  /** Whether the API server sent this error, so that its message may be shown. */
  get isFromServer(): boolean {
    return this.error !== 'offline' && this.error !== 'unreadable';
  }
}

/** The error for a call without a response. */
export function offlineError(): ApiError {
  return new ApiError({
    statusCode: 0,
    error: 'offline',
    message: 'The site can’t be reached. Check your connection and try again.',
    requestId: '',
  });
}

/** The error of a response with `status` and any `body`. */
export function errorFromResponse(status: number, body: unknown, retryAfter: unknown): ApiError {
  const seconds = Number(retryAfter);
  const retryAfter_s = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  if (isErrorBody(body)) return new ApiError(body, retryAfter_s);
  const message = 'Something went wrong, please try again later';
  return new ApiError({ statusCode: status, error: 'unreadable', message, requestId: '' }, retryAfter_s);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'message' in body && 'statusCode' in body;
}

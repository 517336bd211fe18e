/** Expected errors, by code: the only way in which domain code rejects a request. */
import { errors, type ErrorCode } from '@contract/kernel/errors';

export interface Issue {
  path: string;
  message: string;
}

/** What an error contains besides its code. */
interface Details {
  issues?: Issue[];
  retryAfter_s?: number;
  message?: string;
  appealToken?: string;
  /** The account that the request was about, if it is not the caller's. Only logged, never returned. */
  about?: string | undefined;
}

/** An expected error. Anything else that is thrown is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfter_s: number | undefined;
  readonly appealToken: string | undefined;
  readonly about: string | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errors[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.issues = details.issues;
    this.retryAfter_s = details.retryAfter_s;
    this.appealToken = details.appealToken;
    this.about = details.about;
  }

  get status(): number {
    return errors[this.code][0];
  }
}

/** Throws an error with a code of the contract. */
export function fail(code: ErrorCode, details: Details = {}): never {
  throw new ApiError(code, details);
}

/** Throws an error with `code` that points at the field `path`. */
export function failAt(path: string, code: ErrorCode): never {
  throw new ApiError(code, { issues: [{ path, message: errors[code][1] }] });
}

/** Refusing by name: the one way in which the domain says no. */
import { errors, type ErrorCode } from '@contract/kernel/errors';

export interface Issue {
  path: string;
  message: string;
}

/** What a refusal says beside its name. */
interface Details {
  issues?: Issue[];
  retryAfter_s?: number;
  message?: string;
  appealToken?: string;
  /** The account that was asked for, where it is not the caller's: told to the log and never to the caller. */
  about?: string | undefined;
}

/** An expected refusal. Anything else that is thrown is a bug. */
export class Refusal extends Error {
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

/** Refuses with a code of the contract. */
export function fail(code: ErrorCode, details: Details = {}): never {
  throw new Refusal(code, details);
}

/** Refuses with `code` and points at the field where it stands. */
export function failAt(path: string, code: ErrorCode): never {
  throw new Refusal(code, { issues: [{ path, message: errors[code][1] }] });
}

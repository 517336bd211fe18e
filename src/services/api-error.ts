/** What a failed call throws: the host's refusal, or the same form for a host that could not be reached. */
import type { ErrorCode, Refusal } from '@contract/kernel/errors';

/** `offline`: no answer came. `unreadable`: something answered, but not this product's host. */
export type RefusalCode = ErrorCode | 'offline' | 'unreadable';

interface RefusalBody extends Omit<Refusal, 'error'> {
  error: RefusalCode;
}

export class Refused extends Error {
  override name = 'Refused';
  /** 0 when no answer came. */
  readonly statusCode: number;
  readonly error: RefusalCode;
  /** Faults of single fields, by path. */
  readonly issues: { path: string; message: string }[];
  readonly requestId: string;
  /** Seconds after which a new try makes sense, where the host said so. */
  readonly retryAfter_s: number | null;
  /** What opens the decision to somebody whose account is suspended. */
  readonly appealToken: string | null;

  constructor(body: RefusalBody, retryAfter_s: number | null = null) {
    super(body.message);
    this.statusCode = body.statusCode;
    this.error = body.error;
    this.issues = body.issues ?? [];
    this.requestId = body.requestId;
    this.retryAfter_s = retryAfter_s;
    this.appealToken = body.appealToken ?? null;
  }

  /** Whether the sentence is the host's own, not this program's for a host that said nothing. */
  get isFromHost(): boolean {
    return this.error !== 'offline' && this.error !== 'unreadable';
  }
}

/** The refusal for a call that got no answer. */
export function offline(): Refused {
  return new Refused({
    statusCode: 0,
    error: 'offline',
    message: 'The site cannot be reached. Check your connection and try again.',
    requestId: '',
  });
}

/** The refusal in an answer of `status` with `body`, whatever the body holds. */
export function refusalIn(status: number, body: unknown, retryAfter: unknown): Refused {
  const seconds = Number(retryAfter);
  const retryAfter_s = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  if (isRefusal(body)) return new Refused(body, retryAfter_s);
  const message = 'Something went wrong, please try again later';
  return new Refused({ statusCode: status, error: 'unreadable', message, requestId: '' }, retryAfter_s);
}

function isRefusal(body: unknown): body is RefusalBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'message' in body && 'statusCode' in body;
}

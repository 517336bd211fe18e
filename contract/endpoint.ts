/**
 * The contract's kernel: how an endpoint is declared, and the types that both halves derive from a declaration.
 *
 * Schemas are codecs. The wire side (`z.input`) is what travels: ISO text, JSON numbers. The inside (`z.output`) is what
 * the host works with: `Date`, whole hundredths. Requests are decoded at the door, answers are encoded on the way out.
 */
import type { z } from 'zod';
import { idempotencyErrors, type ErrorCode } from './kernel/errors';
import type { HelperRight } from './kernel/delegate-rights';
import type { RateName } from './kernel/rates';
import type { Right } from './kernel/rights';
import type { UploadKind } from './values';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointName = `${Method} /${string}`;

/** Who may call: `anyone` includes guests, `member` is any signed-in account, the others are that kind of account. */
export type Access = 'anyone' | 'member' | 'user' | 'performer' | 'operator';

export type SignallingStep = 'offer' | 'candidates' | 'end';

/**
 * One file of a multipart request. The field may also be sent under one of its `aliases`. Instead of the file it may carry, as
 * text, the id of an upload that was finished before; `uploadId` names one for the first field, and is then also taken as JSON.
 */
export interface FileField {
  kind: UploadKind;
  required: boolean;
  aliases?: readonly string[];
}

/** Who may call. Where operators may, the one right that they need for it is named: the others are asked for nothing more. */
type Admission =
  | { access: Outsider | readonly Outsider[]; right?: undefined }
  | { access: 'operator' | readonly [...Outsider[], 'operator']; right: Right };
type Outsider = Exclude<Access, 'operator'>;

interface Declaration {
  /** One sentence for people: the summary in the published document. */
  does: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Present: the request is multipart, with these files beside the fields of `body`. */
  files?: Readonly<Record<string, FileField>>;
  /** The body is bytes as they come, at most `limits.uploadPiece_bytes`; the header `Upload-Offset` says where they belong. */
  receives?: 'bytes';
  /**
   * A step of the standards WHIP and WHEP, without the envelope: an SDP offer (201, its answer and where the connection is), ICE
   * candidates (204), or the end (200). The bearer is a room's token instead of a session's.
   */
  signals?: SignallingStep;
  answer: z.ZodType;
  /** 202 instead of 200 is possible: the work goes on after the answer. */
  mayContinue?: true;
  /** Expected refusals of its own; those in `commonErrors` need no naming. */
  fails?: readonly ErrorCode[];
  /** Moves money, or makes a file that nobody wants twice: takes an idempotency key, and refuses with `idempotencyErrors` beside its own. */
  idempotent?: true;
  /** The answer is a file, streamed line by line instead of the envelope; `answer` is then its text. */
  streams?: 'csv';
  /** A narrower allowance than the general one. */
  rate?: RateName;
  /**
   * What somebody needs who calls for a performer whom she helps: one of these rights, or `any` for what is part of every such
   * session and changes nothing of the performer's. Without it she is refused, or where guests may call is one of them.
   */
  helper?: HelperRight | readonly HelperRight[] | 'any';
  /** Of what a helper does here: `made`, it is kept as about what is answered and not what the address names; `none`, it is not kept. */
  helperAct?: 'made' | 'none';
  /** Answers in maintenance and to blocked countries too. */
  alwaysOpen?: true;
  /** Answers operators too who still owe the second step that the site demands of them: it is how they set it up. */
  beforeSecondStep?: true;
  /** Answers those too whose account is about to be deleted: it is how they keep it. */
  whileDeleting?: true;
  /** The answer may be kept by browsers this long. */
  cacheSeconds?: number;
}

export type Endpoint = Declaration & Admission;

/** Declares a family of endpoints; the key is the endpoint's name everywhere else. */
export function endpoints<const T extends Record<EndpointName, Endpoint>>(table: T): T {
  return table;
}

/** In place of a file: an upload that was sent before, in pieces. */
export interface FinishedUpload {
  uploadId: string;
}
type Sent = Blob | FinishedUpload;

type Part = 'params' | 'query' | 'body';
/** Both sides of a schema. Read where they lie: to ask whether it is a `z.ZodType` compares some fifty methods, each time. */
type Wire<S> = S extends { _zod: { input: infer T } } ? T : never;
type Inside<S> = S extends { _zod: { output: infer T } } ? T : never;
type PartsOf<E> = { [P in Part]: P extends keyof E ? (undefined extends E[P] ? never : P) : never }[Part];
type FilesOf<E> = E extends { files: infer F } ? { [K in keyof F]: F[K] extends { required: true } ? Sent : Sent | undefined } : never;
type PieceOf<E> = E extends { receives: 'bytes' } ? { bytes: Blob; offset: number } : unknown;
type SdpOf<E> = E extends { signals: 'offer' | 'candidates' } ? { sdp: string } : unknown;
type OptionalWhenEmpty<T> = object extends T ? { optional: T } : { needed: T };

type WireParts<E> = { [P in PartsOf<E>]: OptionalWhenEmpty<P extends keyof E ? Wire<E[P]> : never> };
type Needed<W> = { [P in keyof W as W[P] extends { needed: unknown } ? P : never]: W[P] extends { needed: infer T } ? T : never };
type Optional<W> = { [P in keyof W as W[P] extends { optional: unknown } ? P : never]?: W[P] extends { optional: infer T } ? T : never };

/** What a caller sends, as it travels. */
export type Input<E> = Needed<WireParts<E>> &
  Optional<WireParts<E>> &
  ([FilesOf<E>] extends [never] ? unknown : { files: FilesOf<E> }) &
  PieceOf<E> &
  SdpOf<E>;
/** What a handler receives, decoded. */
export type Parsed<E> = { [P in PartsOf<E>]: P extends keyof E ? Inside<E[P]> : never };
/** What a caller gets, as it travels. */
export type Answer<E> = E extends { answer: infer A } ? Wire<A> : never;
/** What a handler returns, before encoding. */
export type Result<E> = E extends { streams: string } ? AsyncIterable<string> : E extends { answer: infer A } ? Inside<A> : never;

/** All refusals of its own that an endpoint may answer, beside those common to every endpoint. */
export const refusalsOf = ({ fails = [], idempotent }: Pick<Endpoint, 'fails' | 'idempotent'>): readonly ErrorCode[] =>
  idempotent ? [...fails, ...idempotencyErrors] : fails;

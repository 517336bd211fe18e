/**
 * How an endpoint is declared, and the types that the browser and the server derive from the declaration.
 *
 * Schemas are codecs. The wire side (`z.input`) is what is sent: ISO text, JSON numbers. The decoded side (`z.output`) is what
 * the server works with: `Date`, amounts in cents. Requests are decoded before the handler runs; responses are encoded after it.
 */
import type { z } from 'zod';
import { idempotencyErrors, type ErrorCode } from './errors';
import type { DelegateRight } from './delegate-rights';
import type { RateName } from './rates';
import type { Right } from './rights';
import type { UploadKind } from './values/files';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointName = `${Method} /${string}`;

/** Who may call: `anyone` includes guests, `member` is any signed-in account, the others are accounts of that role. */
export type Access = 'anyone' | 'member' | 'user' | 'performer' | 'operator';

export type SignallingStep = 'offer' | 'candidates' | 'end';

/**
 * One file of a multipart request. The field may also be sent under one of its `aliases`. Instead of the file it may contain, as
 * text, the id of a finished upload. `uploadId` names an upload for the first field; the request may then also be JSON.
 */
export interface FileField {
  kind: UploadKind;
  required: boolean;
  aliases?: readonly string[];
}

/** Who may call. An endpoint that operators may call names the right that they need. Other roles need no right. */
type AccessRule =
  | { access: NonOperator | readonly NonOperator[]; right?: undefined }
  | { access: 'operator' | readonly [...NonOperator[], 'operator']; right: Right };
type NonOperator = Exclude<Access, 'operator'>;

interface Declaration {
  /** One sentence: the summary in the OpenAPI document. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** If present, the request is multipart: these files and the fields of `body`. */
  files?: Readonly<Record<string, FileField>>;
  /** The body is raw bytes, at most `limits.uploadChunk_bytes`; the header `Upload-Offset` gives their position in the file. */
  requestBody?: 'bytes';
  /**
   * A step of WHIP or WHEP, without the JSON envelope: an SDP offer (201 with the SDP answer and the connection's location), ICE
   * candidates (204), or the end (200). The bearer token is a room's token instead of a session's.
   */
  signalling?: SignallingStep;
  response: z.ZodType;
  /** The status may be 202 instead of 200: the work continues after the response. */
  mayRespond202?: true;
  /** Error codes specific to this endpoint. Those in `commonErrors` apply to every endpoint. */
  errors?: readonly ErrorCode[];
  /**
   * It takes an idempotency key and may return `idempotencyErrors`, because it must not happen twice: it moves money, or it creates
   * something.
   */
  idempotent?: 'money' | 'creation';
  /**
   * Rejects undeclared fields of the body even if no other rule of `rejectsUndeclaredFields` applies: the endpoint sets a price or
   * decides about money.
   */
  strict?: true;
  /** The response is a file, streamed line by line without the JSON envelope; `response` is then the schema of its text. */
  responseFormat?: 'csv';
  /** A rate limit that is stricter than the general one. */
  rateLimit?: RateName;
  /**
   * What a delegate needs to call this for a performer: one of these rights, or `any` for calls that every delegate's session
   * makes and that change nothing of the performer's. Without it a delegate is rejected, or treated as a guest where guests may call.
   */
  delegate?: DelegateRight | readonly DelegateRight[] | 'any';
  /** How a delegate's call is logged. `responseId`: its subject is the id in the response, not in the URL. `none`: it is not logged. */
  delegateLog?: 'responseId' | 'none';
  /** Available during maintenance and in blocked countries. */
  duringMaintenance?: true;
  /** Available to operators who have not yet set up the two-factor sign-in that the site requires: they set it up with it. */
  beforeTwoFactorSetup?: true;
  /** Available to accounts that are scheduled for deletion: they cancel the deletion with it. */
  whileDeleting?: true;
  /** How long browsers may cache the response. */
  cacheSeconds?: number;
}

export type Endpoint = Declaration & AccessRule;

/** Declares a family of endpoints; the key is the endpoint's name everywhere else. */
export function endpoints<const T extends Record<EndpointName, Endpoint>>(table: T): T {
  return table;
}

/** In place of a file: an upload that was sent before, in chunks. */
export interface FinishedUpload {
  uploadId: string;
}
type FileInput = Blob | FinishedUpload;

type RequestPart = 'params' | 'query' | 'body';
/** The two sides of a schema, read from `_zod`: `S extends z.ZodType` would make the compiler compare some fifty methods each time. */
type Wire<S> = S extends { _zod: { input: infer T } } ? T : never;
type Decoded<S> = S extends { _zod: { output: infer T } } ? T : never;
type PartsOf<E> = { [P in RequestPart]: P extends keyof E ? (undefined extends E[P] ? never : P) : never }[RequestPart];
type FilesOf<E> = E extends { files: infer F }
  ? { [K in keyof F]: F[K] extends { required: true } ? FileInput : FileInput | undefined }
  : never;
type ChunkOf<E> = E extends { requestBody: 'bytes' } ? { bytes: Blob; offset: number } : unknown;
type SdpOf<E> = E extends { signalling: 'offer' | 'candidates' } ? { sdp: string } : unknown;
type OptionalWhenEmpty<T> = object extends T ? { optional: T } : { required: T };

type WireParts<E> = { [P in PartsOf<E>]: OptionalWhenEmpty<P extends keyof E ? Wire<E[P]> : never> };
type RequiredParts<W> = {
  [P in keyof W as W[P] extends { required: unknown } ? P : never]: W[P] extends { required: infer T } ? T : never;
};
type OptionalParts<W> = {
  [P in keyof W as W[P] extends { optional: unknown } ? P : never]?: W[P] extends { optional: infer T } ? T : never;
};

/** What a caller sends, in its wire form. */
export type Input<E> = RequiredParts<WireParts<E>> &
  OptionalParts<WireParts<E>> &
  ([FilesOf<E>] extends [never] ? unknown : { files: FilesOf<E> }) &
  ChunkOf<E> &
  SdpOf<E>;
/** What a handler receives, decoded. */
export type Parsed<E> = { [P in PartsOf<E>]: P extends keyof E ? Decoded<E[P]> : never };
/** What a caller receives, in its wire form. */
export type ResponseBody<E> = E extends { response: infer A } ? Wire<A> : never;
/** What a handler returns, before encoding. */
export type HandlerResult<E> = E extends { responseFormat: string }
  ? AsyncIterable<string>
  : E extends { response: infer A }
    ? Decoded<A>
    : never;

/**
 * Whether undeclared fields of the body are rejected instead of ignored: where money moves, where an operator decides and where `strict`
 * says so, because an ignored field may be essential.
 */
export const rejectsUndeclaredFields = (
  method: string,
  { idempotent, strict, right }: Pick<Endpoint, 'idempotent' | 'strict' | 'right'>,
): boolean => strict === true || idempotent === 'money' || (right !== undefined && method !== 'GET');

/** The error codes that an endpoint may return in addition to `commonErrors`. */
export const errorsOf = ({ errors = [], idempotent }: Pick<Endpoint, 'errors' | 'idempotent'>): readonly ErrorCode[] =>
  idempotent ? [...errors, ...idempotencyErrors] : errors;

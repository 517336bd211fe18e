/** Error responses of the OpenAPI document. A status that only has common errors references a component; the others are inline. */
import { STATUS_CODES } from 'node:http';
import { errorsOf, type Endpoint } from '@contract/kernel/endpoint';
import { commonErrors, errors, finishedUploadErrors, type ErrorCode } from '@contract/kernel/errors';
import type { Json } from './openapi-schemas';

/** The body of every error response. */
export const errorSchema: Json = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    issues: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } },
    appealToken: { type: 'string' },
    requestId: { type: 'string' },
  },
  required: ['statusCode', 'error', 'message', 'requestId'],
};

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const [status] = errors[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

const responseOf = (codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
});

const common = byStatus(commonErrors);
/** `Not Found` as the name of a component: `NotFound`. */
const nameOf = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');

/** A component for each status of the common errors. */
export const commonResponses: Json = Object.fromEntries([...common].map(([status, codes]) => [nameOf(status), responseOf(codes)]));

/** The error responses of an endpoint by status. */
export function errorResponses(rule: Endpoint): Json {
  const all = byStatus([...commonErrors, ...errorsOf(rule), ...(rule.files ? finishedUploadErrors : [])]);
  return Object.fromEntries(
    [...all].map(([status, codes]) => [
      status,
      codes.length === common.get(status)?.length ? { $ref: `#/components/responses/${nameOf(status)}` } : responseOf(codes),
    ]),
  );
}

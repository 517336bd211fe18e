/** The refusals of the API document: one component for what every endpoint may answer at a status, the rest written out. */
import { STATUS_CODES } from 'node:http';
import { refusalsOf, type Endpoint } from '@contract/endpoint';
import { commonErrors, errors, uploadErrors, type ErrorCode } from '@contract/kernel/errors';
import type { Json } from './openapi-schemas';

/** The body of every refusal. */
export const refusalSchema: Json = {
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

/** The component for each status at which every endpoint may refuse. */
export const commonResponses: Json = Object.fromEntries([...common].map(([status, codes]) => [nameOf(status), responseOf(codes)]));

/** The refusals of an endpoint by their status. */
export function refusalResponses(rule: Endpoint): Json {
  const all = byStatus([...commonErrors, ...refusalsOf(rule), ...(rule.files ? uploadErrors : [])]);
  return Object.fromEntries(
    [...all].map(([status, codes]) => [
      status,
      codes.length === common.get(status)?.length ? { $ref: `#/components/responses/${nameOf(status)}` } : responseOf(codes),
    ]),
  );
}

/** The API as an OpenAPI 3.1 document, made from the contract alone. */
import { z } from 'zod';
import { families } from '@contract/api';
import { refusalsOf, type Endpoint } from '@contract/endpoint';
import { headers } from '@contract/conventions';
import { signalTypes } from '@contract/values';
import * as limits from '@contract/limits';
import { commonErrors, errors, uploadErrors, type ErrorCode } from '@contract/errors';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType): Json => {
  const json: Json = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
  delete json['$schema'];
  return json;
};

const accessOf = ({ access }: Endpoint): string => (typeof access === 'string' ? access : access.join(', '));

function parametersOf(rule: Endpoint): Json[] {
  const from = (schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] => {
    if (!schema) return [];
    const json = schemaOf(schema) as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || (json.required ?? []).includes(name),
      schema: property,
    }));
  };
  const key = {
    name: headers.idempotencyKey,
    in: 'header',
    required: false,
    description: 'One per intention: the same request with the same key has its effect once and the same answer.',
    schema: { type: 'string', minLength: 1, maxLength: limits.headerIdempotencyLengthMax },
  };
  const offset = {
    name: headers.uploadOffset,
    in: 'header',
    required: true,
    description: 'Where the bytes belong.',
    schema: { type: 'integer', minimum: 0 },
  };
  return [
    ...from(rule.params, 'path'),
    ...from(rule.query, 'query'),
    ...(rule.idempotent ? [key] : []),
    ...(rule.receives ? [offset] : []),
  ];
}

function bodyOf(rule: Endpoint): Json | undefined {
  if (rule.signals === 'end') return undefined;
  if (rule.signals) return { required: true, content: { [signalTypes[rule.signals]]: { schema: { type: 'string' } } } };
  if (rule.receives) return { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  if (rule.files) {
    const fields = rule.body ? (schemaOf(rule.body) as { properties?: Json; required?: string[] }) : {};
    const files = Object.fromEntries(
      Object.entries(rule.files).map(([name, { kind }]) => [
        name,
        { type: 'string', format: 'binary', description: `${kind}, or the id of a finished upload` },
      ]),
    );
    const required = [...(fields.required ?? []), ...Object.keys(rule.files).filter((name) => rule.files?.[name]?.required)];
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', properties: { ...fields.properties, ...files }, required } } },
    };
  }
  return rule.body ? { required: true, content: { 'application/json': { schema: schemaOf(rule.body) } } } : undefined;
}

/** Success of an endpoint; a step of WHIP or WHEP answers as its standard says. */
function successOf({ signals }: Endpoint, ok: Json): Json {
  if (!signals) return { 200: ok };
  if (signals === 'offer')
    return {
      201: {
        description: 'Connected; the address of the connection is in Location',
        content: { [signalTypes.offer]: { schema: { type: 'string' } } },
      },
    };
  return signals === 'candidates' ? { 204: { description: 'Taken' } } : { 200: { description: 'Ended' } };
}

function answersOf(rule: Endpoint): Json {
  const envelope = { type: 'object', properties: { data: schemaOf(rule.answer) }, required: ['data'] };
  const content = rule.streams ? { 'text/csv': { schema: schemaOf(rule.answer) } } : { 'application/json': { schema: envelope } };
  const ok = { description: 'Done', content };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...commonErrors, ...refusalsOf(rule), ...(rule.files ? uploadErrors : [])]) {
    const [status] = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    ]);
  return {
    ...successOf(rule, ok),
    ...(rule.mayContinue && { 202: { ...ok, description: 'Taken on; the work goes on' } }),
    ...(Object.fromEntries(refusals) as Json),
  };
}

const refusalSchema = {
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

/** The whole document; the same contract gives the same text. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [family, table] of Object.entries(families)) {
    for (const [name, rule] of Object.entries(table) as [string, Endpoint][]) {
      const [method = '', path = ''] = name.split(' ');
      const place = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      const requestBody = bodyOf(rule);
      place[method.toLowerCase()] = {
        tags: [family],
        summary: rule.does,
        description: `For: ${accessOf(rule)}.`,
        ...(rule.access !== 'anyone' && { security: [{ session: [] }] }),
        parameters: parametersOf(rule),
        ...(requestBody && { requestBody }),
        responses: answersOf(rule),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Footlight', version: '1', description: 'Success is `{ data }`; a refusal names its `error`.' },
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  };
}

/** Parameters of the OpenAPI document. Those that many endpoints share, e.g. of lists, become components. */
import { headers } from '@contract/kernel/conventions';
import type { Endpoint } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import { resolveReference, type EndpointSchemas, type Json } from './openapi-schemas';

interface Parameter extends Json {
  name: string;
}

/** A parameter that at least this many endpoints define identically is shared. */
const sharedUsesMin = 10;

const idempotencyKey: Parameter = {
  name: headers.idempotencyKey,
  in: 'header',
  required: false,
  description:
    'A unique key for this operation. Retrying the request with the same key returns the first response without repeating the operation.',
  schema: { type: 'string', minLength: 1, maxLength: limits.headerIdempotencyLengthMax },
};
const uploadOffset: Parameter = {
  name: headers.uploadOffset,
  in: 'header',
  required: true,
  description: 'Offset of this chunk in the file, in bytes.',
  schema: { type: 'integer', minimum: 0 },
};

/** All parameters of an endpoint, inline. */
export function parametersOf(rule: Endpoint, schemas: EndpointSchemas, components: Readonly<Record<string, Json>>): Parameter[] {
  const from = (schema: Json | undefined, where: 'path' | 'query'): Parameter[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = resolveReference(schema, components) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: property,
    }));
  };
  return [
    ...from(schemas.params, 'path'),
    ...from(schemas.query, 'query'),
    ...(rule.idempotent ? [idempotencyKey] : []),
    ...(rule.requestBody ? [uploadOffset] : []),
  ];
}

/** The components: the most frequent definition of each name, if at least `sharedUsesMin` endpoints use it. */
export function sharedParameters(all: readonly Parameter[]): Record<string, Parameter> {
  const definitions = new Map<string, { parameter: Parameter; uses: number }>();
  for (const parameter of all) {
    const definition = definitions.get(JSON.stringify(parameter)) ?? { parameter, uses: 0 };
    definition.uses += 1;
    definitions.set(JSON.stringify(parameter), definition);
  }
  const shared: Record<string, Parameter> = {};
  for (const { parameter } of [...definitions.values()].filter(({ uses }) => uses >= sharedUsesMin).sort((a, b) => b.uses - a.uses))
    shared[parameter.name] ??= parameter;
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The parameter, or a reference to its component. */
export const asShared = (parameter: Parameter, shared: Readonly<Record<string, Parameter>>): Json =>
  JSON.stringify(shared[parameter.name]) === JSON.stringify(parameter) ? { $ref: `#/components/parameters/${parameter.name}` } : parameter;

/** JSON schemas of all endpoints. Schemas in contract/shared-schemas.ts become components and are referenced where they are used. */
import { z } from 'zod';
import type { Endpoint } from '@contract/kernel/endpoint';
import { sharedSchemas } from '@contract/shared-schemas';

export type Json = Record<string, unknown>;

/** The schemas that an endpoint declares. */
export interface EndpointSchemas {
  params?: Json;
  query?: Json;
  body?: Json;
  response: Json;
}

const prefix = '#/components/schemas/';

/** zod's output without the keys that are invalid within an OpenAPI document. */
const withoutDocumentKeys = (schema: Json): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));

/** Converts the schemas of `rules` (by endpoint name) in one pass, so that they share components. */
export function schemasOf(rules: ReadonlyMap<string, Endpoint>): {
  byEndpoint: Map<string, EndpointSchemas>;
  components: Record<string, Json>;
} {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(sharedSchemas)) registry.add(schema, { id });
  // One object schema per endpoint, so that a body can be a reference as a whole.
  for (const [id, { params, query, body, response }] of rules)
    registry.add(z.object({ ...(params && { params }), ...(query && { query }), ...(body && { body }), response }), { id });

  const converted = z.toJSONSchema(registry, { io: 'input', unrepresentable: 'any', uri: (id) => prefix + id });
  const schemas = new Map(Object.entries(converted.schemas as Record<string, Json>));
  const byEndpoint = new Map([...rules.keys()].map((id) => [id, schemas.get(id)?.['properties'] as EndpointSchemas]));
  const names = Object.keys(sharedSchemas).sort();
  return { byEndpoint, components: Object.fromEntries(names.map((name) => [name, withoutDocumentKeys(schemas.get(name) ?? {})])) };
}

/** Resolves a reference to its component. */
export function resolveReference(schema: Json, components: Readonly<Record<string, Json>>): Json {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? (components[reference.slice(prefix.length)] ?? {}) : schema;
}

/** @throws Error if the document does not reference one of the components */
export function assertAllUsed(components: Readonly<Record<string, Json>>, document: Json): void {
  const text = JSON.stringify(document);
  const unused = Object.keys(components).filter((name) => !text.includes(`"${prefix}${name}"`));
  if (unused.length > 0) throw new Error(`contract/shared-schemas.ts names schemas that no endpoint uses: ${unused.join(', ')}.`);
}

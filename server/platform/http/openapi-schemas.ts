/** The JSON schemas of all endpoints. A schema with a name in the contract becomes a component, and a reference wherever it is used. */
import { z } from 'zod';
import type { Endpoint } from '@contract/endpoint';
import { named } from '@contract/shared-schemas';

export type Json = Record<string, unknown>;

/** The schemas of one endpoint, as far as it declares them. */
export interface EndpointSchemas {
  params?: Json;
  query?: Json;
  body?: Json;
  answer: Json;
}

const prefix = '#/components/schemas/';

/** zod's output without what has no place inside an OpenAPI document. */
const inDocument = (schema: Json): Json => Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));

/** Converts the schemas of `rules`, by the endpoints' names, all in one pass so that they share components. */
export function schemasOf(rules: ReadonlyMap<string, Endpoint>): {
  byEndpoint: Map<string, EndpointSchemas>;
  components: Record<string, Json>;
} {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  // One object per endpoint: a schema that is the whole body of an endpoint can then be a reference too.
  for (const [id, { params, query, body, answer }] of rules)
    registry.add(z.object({ ...(params && { params }), ...(query && { query }), ...(body && { body }), answer }), { id });

  const converted = z.toJSONSchema(registry, { io: 'input', unrepresentable: 'any', uri: (id) => prefix + id });
  const schemas = new Map(Object.entries(converted.schemas as Record<string, Json>));
  const byEndpoint = new Map([...rules.keys()].map((id) => [id, schemas.get(id)?.['properties'] as EndpointSchemas]));
  const names = Object.keys(named).sort();
  return { byEndpoint, components: Object.fromEntries(names.map((name) => [name, inDocument(schemas.get(name) ?? {})])) };
}

/** The schema that stands at `schema`: where it is a reference, the component. */
export function resolved(schema: Json, components: Readonly<Record<string, Json>>): Json {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? (components[reference.slice(prefix.length)] ?? {}) : schema;
}

/** @throws Error when a component is referred to by nothing in the document */
export function assertAllUsed(components: Readonly<Record<string, Json>>, document: Json): void {
  const text = JSON.stringify(document);
  const unused = Object.keys(components).filter((name) => !text.includes(`"${prefix}${name}"`));
  if (unused.length > 0) throw new Error(`contract/shared-schemas.ts names schemas that no endpoint uses: ${unused.join(', ')}.`);
}

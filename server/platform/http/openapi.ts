/** Generates the OpenAPI 3.1 document from the contract. */
import { families } from '@contract/api';
import type { Endpoint } from '@contract/kernel/endpoint';
import { signalTypes } from '@contract/kernel/values/live';
import { asShared, parametersOf, sharedParameters } from './openapi-parameters';
import { commonResponses, errorResponses, errorSchema } from './openapi-errors';
import { assertAllUsed, resolveReference, schemasOf, type EndpointSchemas, type Json } from './openapi-schemas';

type Components = Readonly<Record<string, Json>>;

const accessOf = ({ access }: Endpoint): string => (typeof access === 'string' ? access : access.join(', '));

function bodyOf(rule: Endpoint, { body }: EndpointSchemas, components: Components): Json | undefined {
  if (rule.signalling === 'end') return undefined;
  if (rule.signalling) return { required: true, content: { [signalTypes[rule.signalling]]: { schema: { type: 'string' } } } };
  if (rule.requestBody)
    return { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  if (rule.files) {
    const fields = body ? (resolveReference(body, components) as { properties?: Json; required?: string[] }) : {};
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
  return body && { required: true, content: { 'application/json': { schema: body } } };
}

/** Success responses of an endpoint. Those of WHIP and WHEP follow the standards. */
function successOf({ signalling }: Endpoint, ok: Json): Json {
  if (!signalling) return { 200: ok };
  if (signalling === 'offer')
    return {
      201: {
        description: 'Connected; the address of the connection is in Location',
        content: { [signalTypes.offer]: { schema: { type: 'string' } } },
      },
    };
  return signalling === 'candidates' ? { 204: { description: 'Taken' } } : { 200: { description: 'Ended' } };
}

function responsesOf(rule: Endpoint, { response }: EndpointSchemas): Json {
  const envelope = { type: 'object', properties: { data: response }, required: ['data'] };
  const content = rule.responseFormat ? { 'text/csv': { schema: response } } : { 'application/json': { schema: envelope } };
  const ok = { description: 'Done', content };
  return {
    ...successOf(rule, ok),
    ...(rule.mayRespond202 && { 202: { ...ok, description: 'Taken on; the work goes on' } }),
    ...errorResponses(rule),
  };
}

/** Returns the OpenAPI document. The result is deterministic. */
export function openApiDocument(): Json {
  const endpoints = Object.entries(families).flatMap(([family, table]) =>
    (Object.entries(table) as [string, Endpoint][]).map(([name, rule]) => ({ family, name, rule })),
  );
  const { byEndpoint, components } = schemasOf(new Map(endpoints.map(({ name, rule }) => [name, rule])));
  const described = endpoints.map(({ family, name, rule }) => {
    const schemas = byEndpoint.get(name) ?? { response: {} };
    return { family, name, rule, schemas, parameters: parametersOf(rule, schemas, components) };
  });
  const shared = sharedParameters(described.flatMap(({ parameters }) => parameters));

  const paths: Record<string, Json> = {};
  for (const { family, name, rule, schemas, parameters } of described) {
    const [method = '', path = ''] = name.split(' ');
    const pathItem = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    const requestBody = bodyOf(rule, schemas, components);
    pathItem[method.toLowerCase()] = {
      tags: [family],
      summary: rule.summary,
      description: `For: ${accessOf(rule)}.`,
      ...(rule.access !== 'anyone' && { security: [{ session: [] }] }),
      ...(parameters.length > 0 && { parameters: parameters.map((parameter) => asShared(parameter, shared)) }),
      ...(requestBody && { requestBody }),
      responses: responsesOf(rule, schemas),
    };
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Footlight', version: '1', description: 'Success is `{ data }`; a refusal names its `error`.' },
    paths,
    components: {
      schemas: { ...components, Refusal: errorSchema },
      parameters: shared,
      responses: commonResponses,
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  };
  assertAllUsed(components, document);
  return document;
}

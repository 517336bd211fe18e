/** The API as an OpenAPI 3.1 document, made from the contract alone. */
import { families } from '@contract/api';
import type { Endpoint } from '@contract/endpoint';
import { signalTypes } from '@contract/values';
import { asShared, parametersOf, sharedParameters } from './openapi-parameters';
import { commonResponses, refusalResponses, refusalSchema } from './openapi-errors';
import { assertAllUsed, resolved, schemasOf, type EndpointSchemas, type Json } from './openapi-schemas';

type Components = Readonly<Record<string, Json>>;

const accessOf = ({ access }: Endpoint): string => (typeof access === 'string' ? access : access.join(', '));

function bodyOf(rule: Endpoint, { body }: EndpointSchemas, components: Components): Json | undefined {
  if (rule.signals === 'end') return undefined;
  if (rule.signals) return { required: true, content: { [signalTypes[rule.signals]]: { schema: { type: 'string' } } } };
  if (rule.receives) return { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  if (rule.files) {
    const fields = body ? (resolved(body, components) as { properties?: Json; required?: string[] }) : {};
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

function answersOf(rule: Endpoint, { answer }: EndpointSchemas): Json {
  const envelope = { type: 'object', properties: { data: answer }, required: ['data'] };
  const content = rule.streams ? { 'text/csv': { schema: answer } } : { 'application/json': { schema: envelope } };
  const ok = { description: 'Done', content };
  return {
    ...successOf(rule, ok),
    ...(rule.mayContinue && { 202: { ...ok, description: 'Taken on; the work goes on' } }),
    ...refusalResponses(rule),
  };
}

/** The whole document; the same contract gives the same text. */
export function openApiDocument(): Json {
  const endpoints = Object.entries(families).flatMap(([family, table]) =>
    (Object.entries(table) as [string, Endpoint][]).map(([name, rule]) => ({ family, name, rule })),
  );
  const { byEndpoint, components } = schemasOf(new Map(endpoints.map(({ name, rule }) => [name, rule])));
  const described = endpoints.map(({ family, name, rule }) => {
    const schemas = byEndpoint.get(name) ?? { answer: {} };
    return { family, name, rule, schemas, parameters: parametersOf(rule, schemas, components) };
  });
  const shared = sharedParameters(described.flatMap(({ parameters }) => parameters));

  const paths: Record<string, Json> = {};
  for (const { family, name, rule, schemas, parameters } of described) {
    const [method = '', path = ''] = name.split(' ');
    const place = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    const requestBody = bodyOf(rule, schemas, components);
    place[method.toLowerCase()] = {
      tags: [family],
      summary: rule.does,
      description: `For: ${accessOf(rule)}.`,
      ...(rule.access !== 'anyone' && { security: [{ session: [] }] }),
      ...(parameters.length > 0 && { parameters: parameters.map((parameter) => asShared(parameter, shared)) }),
      ...(requestBody && { requestBody }),
      responses: answersOf(rule, schemas),
    };
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Footlight', version: '1', description: 'Success is `{ data }`; a refusal names its `error`.' },
    paths,
    components: {
      schemas: { ...components, Refusal: refusalSchema },
      parameters: shared,
      responses: commonResponses,
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  };
  assertAllUsed(components, document);
  return document;
}

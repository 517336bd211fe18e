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
        { type: 'string', format: 'binary', description: `File (${kind}), or the ID of a finished upload.` },
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
        description: 'Connected. The `Location` header contains the URL of the connection.',
        content: { [signalTypes.offer]: { schema: { type: 'string' } } },
      },
    };
  return signalling === 'candidates' ? { 204: { description: 'Candidates added.' } } : { 200: { description: 'Connection ended.' } };
}

function responsesOf(rule: Endpoint, { response }: EndpointSchemas): Json {
  const envelope = { type: 'object', properties: { data: response }, required: ['data'] };
  const content = rule.responseFormat ? { 'text/csv': { schema: response } } : { 'application/json': { schema: envelope } };
  const ok = { description: 'Success.', content };
  return {
    ...successOf(rule, ok),
    ...(rule.mayRespond202 && { 202: { ...ok, description: 'Accepted. Processing continues in the background.' } }),
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
      description: `Access: ${accessOf(rule)}.`,
      ...(rule.access !== 'anyone' && { security: [{ session: [] }] }),
      ...(parameters.length > 0 && { parameters: parameters.map((parameter) => asShared(parameter, shared)) }),
      ...(requestBody && { requestBody }),
      responses: responsesOf(rule, schemas),
    };
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Footlight',
      version: '1',
      description: 'Successful responses contain `data`. Error responses contain a code in `error` and a text in `message`.',
    },
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

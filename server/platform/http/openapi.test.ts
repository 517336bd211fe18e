/** The OpenAPI document. */
import { api } from '@contract/api';
import { openApiDocument } from './openapi';

const document = openApiDocument();
const text = JSON.stringify(document);

test('the OpenAPI document describes every endpoint once', () => {
  const described = Object.entries(document['paths'] as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(described.sort()).toEqual(Object.keys(api).sort());
});

test('the OpenAPI document only references components that exist', () => {
  const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path));
  const at = (path: string): unknown =>
    path.split('/').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], document);
  expect([...references].filter((path) => at(path) === undefined)).toEqual([]);
  expect([...references]).toEqual(
    expect.arrayContaining(['components/schemas/Feed', 'components/parameters/limit', 'components/responses/NotFound']),
  );
});

test('the OpenAPI document gives components names that the specification allows', () => {
  const components = Object.values(document['components'] as Record<string, object>);
  expect(components.flatMap((kind) => Object.keys(kind)).filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
});

test('the OpenAPI document stays below 1.5 MB', () => {
  expect(text.length).toBeLessThan(1_500_000);
});

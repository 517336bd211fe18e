import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@contract/api';

const services = join(process.cwd(), 'src/services');
const endpointName = /call\(\s*'([A-Z]+ \/[^']*)'/g;

const wrapped = readdirSync(services)
  .filter((file) => file.endsWith('.service.ts'))
  .flatMap((file) => [...readFileSync(join(services, file), 'utf8').matchAll(endpointName)].map(([, name]) => name));

test('every endpoint of the contract has a service method, and one only', () => {
  expect(wrapped.toSorted()).toEqual(Object.keys(api).toSorted());
});

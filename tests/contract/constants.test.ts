/** Texts, defaults and limits that the product promises, repeated here so that an accidental change fails a test. */
import { endpoint, type Name, api } from '@contract/api';
import { errorsOf } from '@contract/kernel/endpoint';
import { commonErrors, errors } from '@contract/kernel/errors';
import * as messages from '@contract/kernel/messages';
import { cookies, defaultSubscriptionType, fetching, reconnection, socialCookies, tableDefaults } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { reservedSegments } from '@contract/kernel/reserved';
import { settingDefaults } from '@contract/kernel/settings';
import { attributeOptions } from '@contract/kernel/attributes';
import { amountOf, centsOf } from '@contract/kernel/values/amounts';
import { paymentGateways } from '@contract/kernel/values/money';
import { layouts } from '@contract/kernel/values/appearance';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const names = Object.keys(api) as Name[];

test('a new site has the promised settings', () => {
  expect(settingDefaults).toMatchObject({
    requireEmailVerification: false,
    paymentGateway: 'stripe',
    freeSubscriptionEnabled: true,
    freeSubscriptionDuration: 1,
    minimumSubscriptionPrice: 2.95,
    maximumSubscriptionPrice: 300,
    minimumWalletPrice: 2.95,
    maximumWalletPrice: 300,
    minimumTipPrice: 10,
    maximumTipPrice: 10000,
    minimumPayoutAmount: 50,
    maintenanceMode: false,
    hashPasswordOnClient: false,
  });
  expect(defaultSubscriptionType).toBe('monthly');
});

test('the fixed messages have the promised texts', () => {
  expect({ ...messages }).toEqual({
    loginFailed: 'Incorrect credentials!',
    saveFailed: 'Error occurred, please try again later',
    saved: 'Changes saved',
    loadFailed: 'Error occurred, please try again later',
    anyFailure: 'Something went wrong, please try again later',
    diskFull: 'The site’s storage is full. Try again later.',
    unauthorized: 'Forbidden in the action!',
    messageDeleted: 'Message deleted!',
    streamMessageDeleted: 'Message deleted',
  });
  expect(errors.invalid_credentials[1]).toBe(messages.loginFailed);
});

test('sessions, cookies, tables, fetching and sockets have the promised constants', () => {
  const day = 86_400;
  expect(limits.session).toEqual({ remembered_s: 365 * day, short_s: day });
  expect(limits.socialCookie_s).toBe(day);
  expect(cookies.session).toBe('token');
  expect(socialCookies).toEqual(['oauthToken', 'oauthTokenSecret', 'twCallbackUrl', 'role']);
  expect(tableDefaults).toMatchObject({ sortBy: 'updatedAt', sort: 'desc' });
  expect(fetching).toEqual({ shouldRetryOnError: false, dedupingInterval: 2000, focusThrottleInterval: 5000 });
  expect(reconnection).toEqual({ attempts: Infinity, delay_ms: 1000, delayMax_ms: 10_000, transports: ['websocket', 'polling'] });
  expect([...layouts].sort()).toEqual(['blank', 'geoBlock', 'home', 'maintenance', 'primary', 'public']);
});

test('every attribute offers the promised values', () => {
  const values = Object.fromEntries(
    Object.entries(attributeOptions).map(([name, options]) => [name, options.map((option) => option.value)]),
  );
  expect(values.height?.[0]).toBe('under_140');
  expect(values.height?.at(-1)).toBe('over_190');
  expect(values.height).toContain('188_190');
  expect(values.weight?.[0]).toBe('under_40');
  expect(values.weight?.at(-1)).toBe('over_100');
  expect(values.weight).toContain('97_99');
  expect(values.age?.[0]).toBe('18_19');
  expect(values.age).toContain('47_49');
  expect(values.age?.at(-1)).toBe('over_50');
  expect(values.bodyType).toEqual([
    'fit',
    'slim',
    'curvy',
    'large',
    'toned',
    'petite',
    'ripped',
    'tanned',
    'runner',
    'swimmer',
    'muscular',
    'gymBody',
  ]);
  expect(values.ethnicity).toEqual([
    'asian',
    'white',
    'latino',
    'hispanic',
    'black or african america',
    'american indian or alaska native',
    'native hawaiian or other pacific islander',
  ]);
  expect(values.size).toEqual(['x-large', 'large', 'medium', 'small']);
  expect(values.hair).toEqual([
    'red',
    'yellow',
    'blond',
    'black',
    'brown',
    'white',
    'brunet',
    'blue',
    'green',
    'pink',
    'ginger',
    'multiColored',
  ]);
  expect(values.eyes).toEqual(['blue', 'brown', 'green', 'amber', 'gray', 'hazel', 'red']);
  expect(values.gender).toEqual(['male', 'female', 'transgender']);
  expect(attributeOptions.gender.at(-1)?.label).toBe('Trans');
  expect(values.sexualOrientation).toEqual(['straight', 'lesbian', 'gay', 'bisexual', 'transgender']);
});

test('amounts convert to cents without loss, and amounts with fractions of a cent or infinite amounts are rejected', () => {
  const inexact: number[] = [];
  for (let cents = -20_000; cents <= 1_000_000; cents += 1) if (centsOf(amountOf(BigInt(cents))) !== BigInt(cents)) inexact.push(cents);
  expect(inexact).toEqual([]);
  for (const amount of [10.001, 0.005, Number.NaN, Number.POSITIVE_INFINITY, 1e400, 1e300]) expect(centsOf(amount)).toBeNull();
});

test('every error code is declared by an endpoint or is common to all of them', () => {
  const declared = new Set<string>([...commonErrors, ...names.flatMap((name) => errorsOf(endpoint(name)))]);
  // Endpoints for media and webhooks are not part of the contract.
  declared.add('media_link_invalid').add('file_not_found').add('signature_invalid');
  // Returned for paths and methods without an endpoint.
  declared.add('method_not_allowed');
  // Endpoints that attach uploaded files share these codes.
  declared.add('file_already_used').add('file_type_mismatch');
  expect(Object.keys(errors).filter((code) => !declared.has(code))).toEqual([]);
});

test('no first path segment of the site or the API can become a username', () => {
  const reserved = new Set(Object.values(reservedSegments).flat());
  // The address of a gateway begins with its name.
  const apiSegments = names
    .map((name) => name.split(/[ /]/)[2] ?? '')
    .flatMap((segment) => (segment === ':gateway' ? paymentGateways : segment));
  const pages = readdirSync(join(process.cwd(), 'pages')).map((entry) => entry.replace(/\.tsx?$/, ''));
  const usedSegments = [...apiSegments, ...pages].filter(
    (segment) => !segment.startsWith('[') && !segment.startsWith('_') && segment !== 'index',
  );
  expect([...new Set(usedSegments)].filter((segment) => !reserved.has(segment))).toEqual([]);
});

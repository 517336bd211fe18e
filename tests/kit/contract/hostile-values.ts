/** What no honest client sends, made from a schema of the contract: one thing wrong at a time, and everything else as it should be. */
import { z } from 'zod';

interface Json {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** One attempt: what is sent, what is wrong with it, and whether the contract's own limits forbid it. */
export interface Attempt {
  what: string;
  value: unknown;
  mustFail: boolean;
}

export const someId = '01890000-0000-7000-8000-000000000000';
/** As many signs as a text may have that is tried one longer than allowed. */
const lengthMax = 30_000;
const itemsMax = 600;
/**
 * One of these fits each pattern of the contract; a pattern that none fits is found by the test that asks for a good sample.
 * Nobody of the tests lives in the country: an operator who closes the site to it shuts out none of those who try the rest.
 */
const words = ['abc', 'sample1', '123456', '#a1b2c3', 'AT', 'EUR', '2030-01-01', '12:00', 'https://example.com/', 'a'.repeat(64)];
const formats: Record<string, string> = {
  uuid: someId,
  'date-time': '2030-01-01T00:00:00.000Z',
  date: '2030-01-01',
  email: 'sample@example.com',
  uri: 'https://example.com/',
};

export const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { inner: value } : [value];
  return value;
};

/** Values that fit no schema, or fit one and no table. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.1 + 0.2,
  1e308,
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  "'; drop table accounts; --",
  '%',
  'NaN',
  'a'.repeat(lengthMax),
  [],
  [[null]],
  {},
  { $ne: null },
  { toString: null, length: -1, then: 1 },
  deep(40),
];

const typeOf = ({ type }: Json): string | undefined => (Array.isArray(type) ? type.find((one) => one !== 'null') : type);

/** The schema behind alternatives and additions. */
function plain(schema: Json): Json {
  const inner = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null' && one.const !== null);
  if (inner) return plain(inner);
  return schema.allOf ? (Object.assign({}, ...schema.allOf.map(plain), { ...schema, allOf: undefined }) as Json) : schema;
}

function textFor({ format, pattern, minLength = 0, maxLength = Infinity }: Json): string {
  if (format !== undefined && formats[format] !== undefined) return formats[format];
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return words.find(fits) ?? 'a'.repeat(Math.max(1, minLength));
}

function sample(given: Json): unknown {
  const schema = plain(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'string':
      return textFor(schema);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(inner)]));
    default:
      return 'sample';
  }
}

/** White space, a zero width space, a word joiner, a zero width joiner, a Hangul filler and an empty braille pattern. */
const unseen = ' \u200b\u2060\u200d\u3164\u2800';

/** Values one below, at and one above the limits that a schema sets. */
function edges(schema: Json): Attempt[] {
  const found: Attempt[] = [];
  const add = (what: string, value: unknown, mustFail: boolean): void => void found.push({ what, value, mustFail });
  const { minLength = 0, maxLength, minimum, maximum, maxItems, pattern, format } = schema;
  const isFree = pattern === undefined && format === undefined;
  const type = typeOf(schema);
  if (type === 'string' && maxLength !== undefined && maxLength < lengthMax) {
    if (isFree) add('the longest text', 'a'.repeat(maxLength), false);
    add('a text one too long', 'a'.repeat(maxLength + 1), true);
  }
  if (type === 'string' && minLength > 0) add('a text one too short', 'a'.repeat(minLength - 1), true);
  if (type === 'string' && minLength > 0 && isFree) add('a text that shows nothing', unseen.repeat(minLength), true);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) {
    add('the least number', minimum, false);
    add('a number below', minimum - 1, true);
  }
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    add('the largest number', maximum, false);
    add('a number above', maximum + 1, true);
  }
  if (type === 'array' && maxItems !== undefined && maxItems < itemsMax) {
    const item = sample(schema.items ?? {});
    add(
      'the longest list',
      Array.from({ length: maxItems }, () => item),
      false,
    );
    add(
      'a list one too long',
      Array.from({ length: maxItems + 1 }, () => item),
      true,
    );
  }
  if (schema.enum) add('no word of the list', 'none of these', true);
  return found;
}

/** What is wrong with one field at a time, also inside of what a field holds; `put` makes the whole of it. */
function* wrongAt(path: string, given: Json, put: (value: unknown) => unknown): Generator<Attempt> {
  const schema = plain(given);
  for (const value of hostileValues)
    yield { what: `${path} as ${JSON.stringify(value ?? null).slice(0, 30)}`, value: put(value), mustFail: false };
  for (const { what, value, mustFail } of edges(schema)) yield { what: `${path}: ${what}`, value: put(value), mustFail };
  const type = typeOf(schema);
  if (type === 'array') yield* wrongAt(`${path}[]`, schema.items ?? {}, (value) => put([value]));
  if (type !== 'object') return;
  const whole = sample(schema) as Record<string, unknown>;
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    yield* wrongAt(`${path}.${key}`, inner, (value) => put({ ...whole, [key]: value }));
}

const jsonOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** Something that the schema takes, with every field that it knows. */
export const sampleOf = (schema: z.ZodType): unknown => sample(jsonOf(schema));

/** The names of an object's fields. */
export const fieldsOf = (schema: z.ZodType | undefined): string[] => (schema ? Object.keys(plain(jsonOf(schema)).properties ?? {}) : []);

/** Everything wrong that can be made of a schema: each field in turn, missing, and in company of what was not asked for. */
export function attemptsAt(schema: z.ZodType): Attempt[] {
  const json = plain(jsonOf(schema));
  const whole = sample(json);
  const attempts = [...wrongAt('all', json, (value) => value)];
  if (typeOf(json) !== 'object') return attempts;
  const fields = whole as Record<string, unknown>;
  for (const key of json.required ?? [])
    attempts.push({
      what: `without ${key}`,
      value: { ...fields, [key]: undefined },
      mustFail: (plain(json.properties?.[key] ?? {}) as { default?: unknown }).default === undefined,
    });
  return attempts;
}

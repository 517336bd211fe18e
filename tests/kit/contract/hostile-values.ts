/**
 * Requests that no well-behaved client sends, generated from a schema of the contract: one invalid part at a time, everything else
 * valid.
 */
import { z } from 'zod';

interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** One attempt: what is invalid, the value to send, and whether the contract's limits must reject it. */
export interface Attempt {
  what: string;
  value: unknown;
  mustFail: boolean;
}

export const sampleId = '01890000-0000-7000-8000-000000000000';
/** Texts up to this length, in characters, are tried with one character more than allowed. */
const lengthMax = 30_000;
const itemsMax = 600;
/**
 * Each pattern of the contract matches at least one of these; a test detects a pattern that none matches. No test account is in the
 * country AT: an operator who blocks it locks out none of them.
 */
const sampleTexts = ['abc', 'sample1', '123456', '#a1b2c3', 'AT', 'EUR', '2030-01-01', '12:00', 'https://example.com/', 'a'.repeat(64)];
const formats: Record<string, string> = {
  uuid: sampleId,
  'date-time': '2030-01-01T00:00:00.000Z',
  date: '2030-01-01',
  email: 'sample@example.com',
  uri: 'https://example.com/',
};

export const nestedValue = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { inner: value } : [value];
  return value;
};

/** Values that fit no schema, or that fit a schema but no column. */
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
  nestedValue(40),
];

const typeOf = ({ type }: JsonSchema): string | undefined => (Array.isArray(type) ? type.find((candidate) => candidate !== 'null') : type);

/** The schema without unions and intersections: the first alternative that is not null, and all members of an intersection merged. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const inner = (schema.anyOf ?? schema.oneOf)?.find((candidate) => candidate.type !== 'null' && candidate.const !== null);
  if (inner) return unwrapped(inner);
  return schema.allOf ? (Object.assign({}, ...schema.allOf.map(unwrapped), { ...schema, allOf: undefined }) as JsonSchema) : schema;
}

function textFor({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  if (format !== undefined && formats[format] !== undefined) return formats[format];
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return sampleTexts.find(fits) ?? 'a'.repeat(Math.max(1, minLength));
}

function sample(wrapped: JsonSchema): unknown {
  const schema = unwrapped(wrapped);
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
const invisible = ' \u200b\u2060\u200d\u3164\u2800';

/** Values one below, at and one above the limits of a schema. */
function boundaryValues(schema: JsonSchema): Attempt[] {
  const found: Attempt[] = [];
  const add = (what: string, value: unknown, mustFail: boolean): void => void found.push({ what, value, mustFail });
  const { minLength = 0, maxLength, minimum, maximum, maxItems, pattern, format } = schema;
  const hasNoFormat = pattern === undefined && format === undefined;
  const type = typeOf(schema);
  if (type === 'string' && maxLength !== undefined && maxLength < lengthMax) {
    if (hasNoFormat) add('the longest text', 'a'.repeat(maxLength), false);
    add('a text one too long', 'a'.repeat(maxLength + 1), true);
  }
  if (type === 'string' && minLength > 0) add('a text one too short', 'a'.repeat(minLength - 1), true);
  if (type === 'string' && minLength > 0 && hasNoFormat) add('a text that shows nothing', invisible.repeat(minLength), true);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) {
    add('the smallest number', minimum, false);
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
  if (schema.enum) add('a value outside the enum', 'none of these', true);
  return found;
}

/** One invalid field at a time, including nested fields; `build` makes the whole value around it. */
function* invalidValuesAt(path: string, wrapped: JsonSchema, build: (value: unknown) => unknown): Generator<Attempt> {
  const schema = unwrapped(wrapped);
  for (const value of hostileValues)
    yield { what: `${path} as ${JSON.stringify(value ?? null).slice(0, 30)}`, value: build(value), mustFail: false };
  for (const { what, value, mustFail } of boundaryValues(schema)) yield { what: `${path}: ${what}`, value: build(value), mustFail };
  const type = typeOf(schema);
  if (type === 'array') yield* invalidValuesAt(`${path}[]`, schema.items ?? {}, (value) => build([value]));
  if (type !== 'object') return;
  const whole = sample(schema) as Record<string, unknown>;
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    yield* invalidValuesAt(`${path}.${key}`, inner, (value) => build({ ...whole, [key]: value }));
}

const jsonSchemaOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** A value that the schema accepts, with every field that it has. */
export const sampleOf = (schema: z.ZodType): unknown => sample(jsonSchemaOf(schema));

/** The names of an object's fields. */
export const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(unwrapped(jsonSchemaOf(schema)).properties ?? {}) : [];

/** All attempts for a schema: invalid values for each field in turn, and each required field missing. */
export function attemptsAt(schema: z.ZodType): Attempt[] {
  const json = unwrapped(jsonSchemaOf(schema));
  const whole = sample(json);
  const attempts = [...invalidValuesAt('all', json, (value) => value)];
  if (typeOf(json) !== 'object') return attempts;
  const fields = whole as Record<string, unknown>;
  for (const key of json.required ?? [])
    attempts.push({
      what: `without ${key}`,
      value: { ...fields, [key]: undefined },
      mustFail: (unwrapped(json.properties?.[key] ?? {}) as { default?: unknown }).default === undefined,
    });
  return attempts;
}

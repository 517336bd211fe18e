/** What a rejected field says: sentences of ours, with the limit, whatever is sent. */
import * as z from 'zod';
import { api, endpoint, type Name } from '@contract/api';
import { issueSentence } from '@contract/kernel/values/issue-sentence';
import { parsePart } from '@server/platform/http/parse';
import { ApiError } from '@server/kernel/api-error';

const names = Object.keys(api) as Name[];
/** How zod's own English begins or reads. */
const foreign = /expected|, received|Invalid (input|option|string|key|element)|Unrecognized key|Too (big|small)|multiple of|^Invalid/;

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  try {
    parsePart(schema, value, 'body');
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.issues?.map(({ message }) => message) ?? [];
  }
}

/** The names of all fields of a schema of an object. */
const fieldsOf = (schema: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as { properties?: object };
  return Object.keys(properties);
};

const hostile: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(100_000),
  -1e9,
  1e12,
  1.234,
  true,
  [],
  [null],
  ['', {}],
  {},
  { a: {} },
];

test('no field of any endpoint answers in the words of the schema library', () => {
  const wrong = new Set<string>();
  let count = 0;
  for (const name of names) {
    const { body, query, params } = endpoint(name);
    for (const schema of [body, query, params]) {
      if (schema === undefined) continue;
      const fields = fieldsOf(schema);
      for (const value of hostile)
        for (const message of [
          ...messagesOf(schema, value),
          ...messagesOf(schema, Object.fromEntries(fields.map((field) => [field, value]))),
        ]) {
          count += 1;
          if (foreign.test(message)) wrong.add(`${name}: ${message}`);
        }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(count).toBeGreaterThan(1000);
});

test.each([
  [z.string().max(5), 'too long', 'Use at most 5 characters.'],
  [z.string().min(3), 'a', 'Use at least 3 characters.'],
  [z.string().min(3), '', 'Fill this in.'],
  [z.string(), undefined, 'Fill this in.'],
  [z.string(), 1, 'Use text.'],
  [z.number().min(2), 1, 'Use a number of at least 2.'],
  [z.number().positive(), 0, 'Use a number above 0.'],
  [z.number().max(2), 3, 'Use a number of at most 2.'],
  [z.number().int(), 1.5, 'Use a whole number.'],
  [z.number(), 'x', 'Use a number.'],
  [z.boolean(), 'x', 'Use true or false.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1.'],
  [z.array(z.string()).min(1), [], 'Choose at least 1.'],
  [z.enum(['a', 'b']), 'c', 'Use one of: a, b.'],
  [z.iso.date(), 'x', 'Use a day, such as 2026-01-31.'],
  [z.uuid(), 'x', 'Use an id.'],
  [z.string().regex(/^a$/, 'Use an a.'), 'b', 'Use an a.'],
])('says %# in a sentence', (schema: z.ZodType, value, sentence) => {
  expect(schema.safeParse(value, { error: issueSentence }).error?.issues[0]?.message).toBe(sentence);
});

/** The messages of rejected fields: sentences of the project, with the limit, for any input. */
import * as z from 'zod';
import { api, endpoint, type Name } from '@contract/api';
import { issueSentence } from '@contract/kernel/values/issue-sentence';
import { parsePart } from '@server/platform/http/parse';
import { ApiError } from '@server/kernel/api-error';

const names = Object.keys(api) as Name[];
/** Phrases of zod's own messages. */
const zodPhrases = /expected|, received|Invalid (input|option|string|key|element)|Unrecognized key|Too (big|small)|multiple of|^Invalid/;

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  try {
    parsePart(schema, value, 'body');
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.issues?.map(({ message }) => message) ?? [];
  }
}

/** The names of all fields of an object schema. */
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

test('no field of any endpoint is rejected with a message of zod', () => {
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
          if (zodPhrases.test(message)) wrong.add(`${name}: ${message}`);
        }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(count).toBeGreaterThan(1000);
});

test.each([
  ['Use at most 5 characters.', z.string().max(5), 'too long'],
  ['Use at least 3 characters.', z.string().min(3), 'a'],
  ['Fill this in.', z.string().min(3), ''],
  ['Fill this in.', z.string(), undefined],
  ['Use text.', z.string(), 1],
  ['Use a number of at least 2.', z.number().min(2), 1],
  ['Use a number above 0.', z.number().positive(), 0],
  ['Use a number of at most 2.', z.number().max(2), 3],
  ['Use a whole number.', z.number().int(), 1.5],
  ['Use a number.', z.number(), 'x'],
  ['Use true or false.', z.boolean(), 'x'],
  ['Choose at most 1.', z.array(z.string()).max(1), ['a', 'b']],
  ['Choose at least 1.', z.array(z.string()).min(1), []],
  ['Use one of: a, b.', z.enum(['a', 'b']), 'c'],
  ['Use a date like 2026-01-31.', z.iso.date(), 'x'],
  ['Use a valid ID.', z.uuid(), 'x'],
  ['Use an a.', z.string().regex(/^a$/, 'Use an a.'), 'b'],
])('the message for a wrong value is “%s”', (sentence, schema: z.ZodType, value) => {
  expect(schema.safeParse(value, { error: issueSentence }).error?.issues[0]?.message).toBe(sentence);
});

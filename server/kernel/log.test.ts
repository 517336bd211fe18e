/** Errors in the log. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { databaseCode } from '../platform/db/db';
import { serializeError } from './log';

test('logs a failed query without its parameters and without the row that Postgres quotes', () => {
  const cause = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
    detail: 'Failing row contains (hidden-hash)',
  });
  const error = new Error('outer', {
    cause: new DrizzleQueryError(
      'insert into mails values ($1, $2)',
      ['a@example.com', 'https://site/auth/reset?token=hidden-token\n    at x'],
      cause,
    ),
  });
  const logged = JSON.stringify(serializeError(error));
  expect(logged).toContain('insert into mails');
  expect(logged).toContain('statement timeout');
  expect(logged).toContain('57014');
  expect(logged).not.toMatch(/hidden|a@example/);
});

test('databaseCode returns SQLSTATE codes, and null for error codes of the operating system', () => {
  expect(databaseCode(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBeNull();
  expect(databaseCode(new Error('failed', { cause: Object.assign(new Error(), { code: '0A000' }) }))).toBe('0A000');
});

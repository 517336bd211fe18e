/** Errors in the log. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { databaseCode } from '../platform/db/db';
import { shownError } from './log';

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
  const shown = JSON.stringify(shownError(error));
  expect(shown).toContain('insert into mails');
  expect(shown).toContain('statement timeout');
  expect(shown).toContain('57014');
  expect(shown).not.toMatch(/hidden|a@example/);
});

test("returns null for the system's error codes, which are not the database's", () => {
  expect(databaseCode(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBeNull();
  expect(databaseCode(new Error('failed', { cause: Object.assign(new Error(), { code: '0A000' }) }))).toBe('0A000');
});

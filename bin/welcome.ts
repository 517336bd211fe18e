/** What a start ends in: where everything is, and as whom to sign in. */
import type { Config } from '../server/kernel/config';
import type { Person } from './first-people';

/** The table that `npm start` ends in. */
export function welcome(config: Config, people: readonly Person[]): string {
  const addresses = [
    ['Site', config.siteUrl],
    ['Host', config.apiUrl],
    ['API reference', `${config.apiUrl}/docs`],
    ['Data and logs', config.dataDir],
  ];
  const signIn =
    people.length === 0
      ? []
      : [
          '',
          ...table([['Sign in as', 'who that is', 'password'], ...people.map(({ username, is, password }) => [username, is, password])]),
        ];
  return ['', 'Footlight is ready. Ctrl-C stops it.', '', ...table(addresses), ...signIn, ''].join('\n  ');
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

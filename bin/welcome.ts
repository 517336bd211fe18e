/** The end of a start: all addresses, and the accounts to sign in with. */
import type { Config } from '../server/kernel/config';
import type { DemoAccount } from './first-people';

/** The table that `npm start` prints last. */
export function startSummary(config: Config, people: readonly DemoAccount[]): string {
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
          ...table([
            ['Sign in as', 'who that is', 'password'],
            ...people.map(({ username, description, password }) => [username, description, password]),
          ]),
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

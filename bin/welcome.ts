/** The summary at the end of a start: all URLs, what is in test mode, and the accounts to log in with. */
import type { Config } from '../server/kernel/config';
import type { DemoAccount } from './first-accounts';

/** What runs without an outside service, and the setting that changes it. */
function testModes({ stripe, smtpUrl, dataDir }: Config): string[] {
  return [
    ...(stripe === null
      ? ['Payments   test mode: only test cards are accepted. To take real payments, set STRIPE_SECRET_KEY and the other Stripe keys.']
      : []),
    ...(smtpUrl === null ? [`Email      saved to ${dataDir}/outbox. To send it, set SMTP_URL.`] : []),
  ];
}

/** The text that `npm start` prints last. */
export function startSummary(config: Config, demoAccounts: readonly DemoAccount[]): string {
  const addresses = [
    ['Site', config.siteUrl],
    ['API', config.apiUrl],
    ['API reference', `${config.apiUrl}/docs`],
    ['Data and logs', config.dataDir],
  ];
  const modes = testModes(config);
  const logIn =
    demoAccounts.length === 0
      ? []
      : [
          '',
          ...table([
            ['Log in as', 'Role', 'Password'],
            ...demoAccounts.map(({ username, description, password }) => [username, description, password]),
          ]),
        ];
  const settings = modes.length === 0 ? [] : ['', ...modes, 'For all settings, see docs/configuration.md.'];
  return ['', 'Footlight is ready. Press Ctrl+C to stop it.', '', ...table(addresses), ...settings, ...logIn, ''].join('\n  ');
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

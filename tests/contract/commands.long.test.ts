/** The help of each command, and its error for an unknown option. */
import { spawnSync } from 'node:child_process';

const commands = ['start', 'role', 'seed', 'backup', 'restore', 'erase-again', 'ledger-check', 'audit-check', 'release', 'words'];
const run = (command: string, option: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', `bin/${command}.ts`, option], { encoding: 'utf8' });

test.each(commands)('%s prints its help, and rejects unknown options with it', (command) => {
  const help = run(command, '--help');
  expect(help).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^Usage: npm (run [a-z:]+|start)/) as string });
  const rejected = run(command, '--unknown');
  expect(rejected).toMatchObject({ status: 1, stdout: '' });
  expect(rejected.stderr).toContain("Unknown option '--unknown'");
  expect(rejected.stderr).toContain(help.stdout.trim());
});

/** The summary of failures at the end of a test run. */
import { resolve } from 'node:path';
import { describeFailures, failedFiles, slowestFiles, type RunResult } from '../../bin/checks/test-results';

const passed = { status: 'passed', fullName: 'a host starts', failureMessages: [] };
const run: RunResult = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    { name: resolve('server/a.test.ts'), status: 'passed', message: '', startTime: 0, endTime: 3000, assertionResults: [passed] },
    {
      name: resolve('server/b.test.ts'),
      status: 'failed',
      message: 'all of it',
      startTime: 0,
      endTime: 61_000,
      assertionResults: [
        passed,
        { status: 'failed', fullName: 'a tip is sent once', failureMessages: ['\u001b[31mExpected: 1\u001b[39m\n\n    at b.test.ts:3:1'] },
      ],
    },
    { name: resolve('server/c.test.ts'), status: 'failed', message: 'Cannot find module', startTime: 0, endTime: 5, assertionResults: [] },
  ],
};

test('each failed test is listed with the first lines of its error, and so is a file that did not load', () => {
  expect(describeFailures(failedFiles(run)).split('\n')).toEqual([
    'server/b.test.ts › a tip is sent once',
    '    Expected: 1',
    '        at b.test.ts:3:1',
    'server/c.test.ts',
    '    Cannot find module',
  ]);
});

test('the slowest files come first', () => {
  expect(slowestFiles([run], 2)).toEqual(['   61 s  server/b.test.ts', '    3 s  server/a.test.ts']);
});

/** Results of Jest runs, one JSON file each. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

interface TestFile {
  name: string;
  status: 'passed' | 'failed';
  /** Why the file itself failed, when no test of it did. */
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: TestResult[];
}

/** A run as Jest writes it with `--json`. */
export interface RunResult {
  numPassedTests: number;
  numFailedTests: number;
  testResults: TestFile[];
}

/** A test file that failed, with the lines that the end of a run prints about it. */
export interface FailedFile {
  /** Relative to the project. */
  path: string;
  /** Its failed tests, or one entry without a title when the file itself failed. */
  failures: { title: string; lines: string[] }[];
}

const linesShown = 12;

/** The result of a run; null if Jest ended before it wrote one. */
export function readRun(file: string): RunResult | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunResult) : null;
}

/** The first lines of a failure, without colors and blank lines. */
const firstLines = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, linesShown);

/** The failed files of a run. */
export function failedFiles({ testResults }: RunResult): FailedFile[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return {
        path: relative('.', name),
        failures:
          failed.length === 0
            ? [{ title: '', lines: firstLines(message) }]
            : failed.map(({ fullName, failureMessages }) => ({ title: fullName, lines: firstLines(failureMessages.join('\n')) })),
      };
    });
}

/** Lines that name each failed test with the first lines of its error. */
export const describeFailures = (files: readonly FailedFile[]): string =>
  files
    .flatMap(({ path, failures }) =>
      failures.flatMap(({ title, lines }) => [[path, title].filter(Boolean).join(' › '), ...lines.map((line) => `    ${line}`)]),
    )
    .join('\n');

/** One line for each of the `count` slowest files, slowest first. */
export function slowestFiles(runs: readonly RunResult[], count: number): string[] {
  return runs
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${relative('.', name)}`);
}

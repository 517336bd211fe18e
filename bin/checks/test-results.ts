/** Results of Jest runs in a folder, one JSON file each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface TestFile {
  name: string;
  startTime: number;
  endTime: number;
}

interface RunResult {
  testResults: TestFile[];
}

/** One line for each of the `count` slowest files, slowest first. */
export function slowestFiles(folder: string, count: number): string[] {
  return readdirSync(folder)
    .flatMap((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as RunResult).testResults)
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${relative('.', name)}`);
}

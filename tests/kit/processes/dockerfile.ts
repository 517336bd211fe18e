/** A parser of the Dockerfile and .dockerignore, for the parts that tests check. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Dockerfile {
  /** The files of the repository in the build context. */
  context: string[];
  /** The sources of COPY; `.` is everything. */
  copies: string[];
  /** This and the following fields are those of the last stage. */
  command: string[];
  healthcheck: string[];
  user: string;
  environment: Record<string, string>;
}

export function readDockerfile(): Dockerfile {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const argumentsOf = (name: string, from: readonly string[] = lastStage): string[] =>
    from.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const jsonListIn = (text = '[]'): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];
  return {
    context: contextFiles(),
    copies: argumentsOf('COPY', lines)
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1)),
    command: jsonListIn(argumentsOf('CMD').at(-1)),
    healthcheck: jsonListIn(argumentsOf('HEALTHCHECK').at(-1)),
    user: argumentsOf('USER').at(-1) ?? 'root',
    environment: Object.fromEntries(
      argumentsOf('ENV')
        .flatMap((line) => line.split(' '))
        .map((pair) => pair.split('=') as [string, string]),
    ),
  };
}

/** Tracked files that .dockerignore does not exclude; supports the patterns `*`, a leading `**` and `!`. */
function contextFiles(): string[] {
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const rules = patterns.map((line) => {
    const isKept = line.startsWith('!');
    const source = line
      .replace(/^!/, '')
      .replaceAll('.', String.raw`\.`)
      .replace(/^\*\*\//, '(?:.*/)?')
      .replaceAll(/(?<![.)])\*/g, '[^/]*');
    return { isKept, matches: new RegExp(`^${source}(/|$)`) };
  });
  const isInContext = (path: string): boolean => rules.findLast(({ matches }) => matches.test(path))?.isKept ?? true;
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && isInContext(path));
}

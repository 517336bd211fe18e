/** The files for GitHub run the project's own commands, in the base image of its container. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Workflow {
  jobs: Record<string, { container: string; steps: { run?: string }[] }>;
}
interface Updates {
  updates: { 'package-ecosystem': string; directory: string }[];
}

const manifests: Record<string, string> = { npm: 'package.json', docker: 'Dockerfile', 'github-actions': '.github/workflows' };

test('the workflow runs .ci/run in the image that the Dockerfile builds with', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as Workflow;
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual(['.ci/run']);
  expect(statSync('.ci/run').mode & 0o111).not.toBe(0);
  const [image] = /^FROM (\S+) AS build$/m.exec(readFileSync('Dockerfile', 'utf8'))?.slice(1) ?? [];
  expect(Object.values(jobs).map(({ container }) => container)).toEqual([image]);
});

test('dependencies of every kind are updated', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8')) as Updates;
  expect(updates.map((update) => update['package-ecosystem']).sort()).toEqual(Object.keys(manifests).sort());
  for (const { directory, ...update } of updates)
    expect(existsSync(join('.', directory, manifests[update['package-ecosystem']] ?? ''))).toBe(true);
});

/**
 * `npm run docs:settings` writes docs/configuration.md and .env.example from the declaration of the environment variables; with
 * `--check` it only reports whether a written one is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { configReference, type ReferenceSection } from '../server/kernel/config-reference';
import { variableGroups, variables, type Variable } from '../server/kernel/config-variables';
import { exitWith, root } from './environment';

type Reference = NonNullable<ReferenceSection['variables'][Variable]>;

const entriesOf = (section: ReferenceSection): [Variable, Reference][] => Object.entries(section.variables) as [Variable, Reference][];
const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The variables that must be set if this one is. */
function requiredBy(variable: Variable): Variable[] {
  const needs = variableGroups
    .filter(({ needs: names, any = [] }) => [...names, ...any].includes(variable))
    .flatMap((group) => group.needs);
  return [...new Set(needs)].filter((name) => name !== variable);
}

function entryOf([variable, { about, default: defaultValue, unset }]: [Variable, Reference]): string {
  const { schema, example } = variables[variable];
  const required = requiredBy(variable);
  const details = [
    `Value: ${schema.description ?? 'text'}.`,
    ...(defaultValue === undefined ? [] : [`Default: \`${defaultValue}\`.`]),
    ...(unset === undefined ? [] : [`Without it: ${unset}.`]),
    ...(example === defaultValue ? [] : [`Example: \`${example}\`.`]),
    ...(required.length === 0 ? [] : [`Requires ${codes(required)}.`]),
  ];
  return `### \`${variable}\`\n\n${about}\n\n${details.join(' ')}`;
}

const configurationPage = [
  '# Configuration',
  `All environment variables that Footlight reads. Each one is optional: without any of them, the site runs on one machine in test mode, with the embedded database. Operators change all other settings in the console.

Put them in a file named \`.env\` in the project folder (use [.env.example](../.env.example) as a template), or in the environment, which takes precedence. An empty value counts as unset. If a value is invalid or a name is misspelled, the site does not start, and all problems are reported together.

This page is generated from the code. To update it, run \`npm run docs:settings\`.`,
  ...configReference.flatMap((section) => [
    `## ${section.title}`,
    ...(section.about === undefined ? [] : [section.about]),
    ...entriesOf(section).map(entryOf),
  ]),
].join('\n\n');

const lineWidth = 120;

/** Comment lines of an .env file. */
function commentOf(text: string): string {
  const lines = [''];
  for (const word of text
    .replaceAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, '$1 in docs/$2')
    .replaceAll('`', '')
    .split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 3 > lineWidth) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

function templateEntryOf([variable, { about, default: defaultValue, unset }]: [Variable, Reference]): string {
  const required = requiredBy(variable);
  const text = [
    about,
    ...(unset === undefined ? [] : [`Without it: ${unset}.`]),
    ...(required.length === 0 ? [] : [`Requires ${required.join(', ')}.`]),
  ].join(' ');
  return `${commentOf(text)}\n# ${variable}=${defaultValue ?? variables[variable].example}`;
}

const environmentTemplate = [
  commentOf(
    'All settings are optional. Copy this file to .env and remove the # in front of each setting you use. See docs/configuration.md.',
  ),
  ...configReference.flatMap((section) => [
    `# ── ${section.title} ──${section.about === undefined ? '' : `\n${commentOf(section.about)}`}`,
    ...entriesOf(section).map(templateEntryOf),
  ]),
].join('\n\n');

const files = { 'docs/configuration.md': `${configurationPage}\n`, '.env.example': `${environmentTemplate}\n` };

try {
  for (const [name, content] of Object.entries(files)) {
    const path = `${root}/${name}`;
    if (!process.argv.includes('--check')) writeFileSync(path, content);
    else if (readFileSync(path, 'utf8') !== content) throw new Error(`${name} is out of date. Run \`npm run docs:settings\`.`);
  }
} catch (error) {
  exitWith(error);
}

/** All English texts that a reader of another language meets, with the places that say them. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { attributeOptions } from '@contract/kernel/attributes';
import { errors, messages } from '@contract/kernel/errors';
import { helperRights, neverForHelpers } from '@contract/kernel/delegate-rights';
import { bundleWords, rights } from '@contract/kernel/rights';
import { settingRules } from '@contract/kernel/settings';
import type { SettingRule } from '@contract/kernel/settings';
import { reportReasonWords } from '@contract/values';
import { testCards } from '@contract/money/test-cards';
import { declines } from '../../server/money/gateways/declines';
import { letters } from './children.js';
import { lateNamesOf } from './lazy-names.js';
import { rewrite } from './rewrite.js';
import { parse, textsIn } from './texts.js';
import { toldSentences } from './test-messages';

/** Every text with the files that hold it. */
export function allTexts(): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const add = (key: string, place: string): void => void texts.set(key, [...(texts.get(key) ?? []), place]);
  for (const path of [...sourcesIn('src'), ...sourcesIn('pages')]) for (const { key } of textsIn(parsed(path))) add(key, path);
  for (const path of [...sourcesIn('contract'), ...sourcesIn('server')]) for (const key of complaintsIn(parsed(path))) add(key, path);
  for (const path of sourcesIn('server')) for (const key of sentencesSaidIn(parsed(path))) add(key, path);
  for (const key of toldSentences) add(key, 'bin/words/told.ts');
  for (const [place, keys] of Object.entries(wordsOfContract())) for (const key of keys) add(key, place);
  return texts;
}

/** Texts of modules that the server cannot read late, with their files. */
export function stuckTexts(): [path: string, name: string][] {
  return [...sourcesIn('src'), ...sourcesIn('pages')].flatMap((path) =>
    rewrite(resolve(path), readFileSync(path, 'utf8'), { isLate: true, lateNames: lateNamesOf }).stuck.map(({ name }): [string, string] => [
      path,
      name,
    ]),
  );
}

const sourcesIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name) && !/[.](test|d)[.]tsx?$/.test(name))
    .map((name) => `${room}/${name}`)
    .sort();

const parsed = (path: string): ts.SourceFile => parse(path, readFileSync(path, 'utf8'));

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** Words that the contract lends to the screens. */
function wordsOfContract(): Record<string, string[]> {
  return {
    'contract/kernel/errors.ts': [...Object.values(errors).map(([, sentence]) => sentence), ...Object.values(messages)],
    'contract/kernel/attributes.ts': Object.values(attributeOptions).flatMap((options) => options.map(({ label }) => label)),
    'contract/kernel/rights.ts': [...Object.values(rights), ...stringsIn(bundleWords)],
    'contract/kernel/delegate-rights.ts': [...stringsIn(helperRights), ...neverForHelpers],
    'contract/kernel/settings.ts': Object.values<SettingRule>(settingRules).flatMap(({ label, group, type, value }) =>
      (group === 'texts' || group === 'seo') && /text$/.test(type) && typeof value === 'string' && value !== '' ? [label, value] : [label],
    ),
    'contract/kernel/values/moderation.ts': Object.values(reportReasonWords),
    'server/money/gateways/declines.ts': Object.values(declines),
    'contract/money/test-cards.ts': testCards.map(({ does }) => does),
  };
}

/** What the host writes to people: say`Your password was changed on ${momentOf(at)}.` */
function sentencesSaidIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'say') {
      const text = textOf(node.template);
      if (letters.test(text.replaceAll(/\{\d+\}/g, ''))) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What the host says of a field, instead of a refusal's usual sentence, or of its books: `message: 'Say when the show begins.'`, `says: …`, `.regex(…, 'Use digits.')`. */
function complaintsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && /^(message|says)$/.test(node.name.text))
      found.push(...sentences(node.initializer));
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(regex|refine|min|max)$/.test(node.expression.name.text)
    )
      found.push(...node.arguments.slice(1).flatMap(sentences));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A literal's text, with holes; empty for whatever else. */
function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map((span, index) => `{${String(index)}}${span.literal.text}`).join('');
}

function sentences(node: ts.Expression): string[] {
  const text = textOf(node);
  return /^[\p{Lu}{“].* .*[.]$/u.test(text) && /\p{L}{3} /u.test(text) ? [text] : [];
}

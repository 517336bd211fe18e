/** All translatable English texts, with the files that contain them. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { attributeOptions } from '@contract/kernel/attributes';
import { errors } from '@contract/kernel/errors';
import * as messages from '@contract/kernel/messages';
import { delegateRights, neverForDelegates } from '@contract/kernel/delegate-rights';
import { bundleLabels, rights } from '@contract/kernel/rights';
import { settingRules } from '@contract/kernel/settings';
import type { SettingRule } from '@contract/kernel/settings';
import { reportReasonLabels } from '@contract/kernel/values/moderation';
import { testCards } from '@contract/money/test-cards';
import { declines } from '../../server/money/gateways/declines';
import { letters } from './children.js';
import { lazyNamesOf } from './lazy-names.js';
import { rewrite } from './rewrite.js';
import { parse, textsIn } from './texts.js';
import { notificationTexts } from './test-messages';

/** The contract's messages for rejected fields, which screens show unchanged. */
const issueSentences = 'contract/kernel/values/issue-sentence.ts';

/** Notifications and decline messages that earlier versions stored. They remain translated. */
const earlierTexts = 'bin/words/earlier-texts.json';

/** Every text with the files that contain it. */
export function allTexts(): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const add = (key: string, place: string): void => void texts.set(key, [...(texts.get(key) ?? []), place]);
  for (const path of [...sourcesIn('src'), ...sourcesIn('pages')]) for (const { key } of textsIn(parsed(path))) add(key, path);
  for (const path of [...sourcesIn('contract'), ...sourcesIn('server')]) for (const key of messagesIn(parsed(path))) add(key, path);
  for (const { key } of textsIn(parsed(issueSentences))) add(key, issueSentences);
  for (const path of sourcesIn('server')) for (const key of mailSentencesIn(parsed(path))) add(key, path);
  for (const key of notificationTexts) add(key, 'bin/words/test-messages.ts');
  for (const key of JSON.parse(readFileSync(earlierTexts, 'utf8')) as string[]) add(key, earlierTexts);
  for (const [place, keys] of Object.entries(textsOfContract())) for (const key of keys) add(key, place);
  return texts;
}

/** Module-level texts that the server cannot look up per request, with their files. */
export function staticTexts(): [path: string, name: string][] {
  return [...sourcesIn('src'), ...sourcesIn('pages')].flatMap((path) =>
    rewrite(resolve(path), readFileSync(path, 'utf8'), { isLazy: true, lazyNames: lazyNamesOf }).untranslatable.map(
      ({ name }): [string, string] => [path, name],
    ),
  );
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name) && !/[.](test|d)[.]tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();

const parsed = (path: string): ts.SourceFile => parse(path, readFileSync(path, 'utf8'));

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** Texts of the contract that screens show. */
function textsOfContract(): Record<string, string[]> {
  return {
    'contract/kernel/errors.ts': [...Object.values(errors).map(([, sentence]) => sentence), ...Object.values(messages)],
    'contract/kernel/attributes.ts': Object.values(attributeOptions).flatMap((options) => options.map(({ label }) => label)),
    'contract/kernel/rights.ts': [...Object.values(rights), ...stringsIn(bundleLabels)],
    'contract/kernel/delegate-rights.ts': [...stringsIn(delegateRights), ...neverForDelegates],
    'contract/kernel/settings.ts': Object.values<SettingRule>(settingRules).flatMap(({ label, group, type, value }) =>
      (group === 'texts' || group === 'seo') && /text$/.test(type) && typeof value === 'string' && value !== '' ? [label, value] : [label],
    ),
    'contract/kernel/values/moderation.ts': Object.values(reportReasonLabels),
    'server/money/gateways/declines.ts': Object.values(declines),
    'contract/money/test-cards.ts': testCards.map(({ outcome }) => outcome),
  };
}

/** Sentences in the server's mails: say`Your password was changed on ${momentOf(at)}.` */
function mailSentencesIn(file: ts.SourceFile): string[] {
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

/**
 * The server's messages for single fields, which replace an error's usual message, and the statements of ledger invariants:
 * `message: 'Say when the show begins.'`, `statement: …`, `.regex(…, 'Use digits.')`.
 */
function messagesIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && /^(message|says|statement)$/.test(node.name.text))
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

/** A literal's text, with placeholders; empty for any other expression. */
function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map((span, index) => `{${String(index)}}${span.literal.text}`).join('');
}

function sentences(node: ts.Expression): string[] {
  const text = textOf(node);
  return /^[\p{Lu}{“].* .*[.]$/u.test(text) && /\p{L}{3} /u.test(text) ? [text] : [];
}

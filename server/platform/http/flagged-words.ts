/** Checks texts that others can read against the list of blocked words. It runs for every request, so that no endpoint is forgotten. */
import type { Name } from '@contract/api';
import { errors } from '@contract/kernel/errors';
import { checkedTextFields } from '@contract/checked-texts';
import type { Context } from '../context';
import { fail } from '../../kernel/api-error';

const fieldsOf: Partial<Record<Name, readonly string[]>> = checkedTextFields;

interface TextField {
  path: string;
  text: string;
}

/** The texts of `value` at a path, e.g. `items[].title`. Missing values are skipped. */
function textsAt(value: unknown, [segment, ...rest]: string[], path = ''): TextField[] {
  if (segment === undefined) return typeof value === 'string' ? [{ path, text: value }] : [];
  if (segment === '[]')
    return Array.isArray(value) ? value.flatMap((entry, index) => textsAt(entry, rest, `${path}.${String(index)}`)) : [];
  const inner: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[segment] : undefined;
  return textsAt(inner, rest, path === '' ? segment : `${path}.${segment}`);
}

const segmentsOf = (path: string): string[] => path.replaceAll('[]', '.[]').split('.');

/**
 * Throws words_refused with the word and its field. Otherwise returns the context for the request, with the texts that contain
 * words to be reported: the module that stores a text files the report.
 */
export function withFlaggedWords(ctx: Context, name: Name, body: unknown): Context {
  const texts = (fieldsOf[name] ?? []).flatMap((field) => textsAt(body, segmentsOf(field)));
  for (const { path, text } of texts) {
    const word = ctx.words.find(text);
    if (word === null) continue;
    const message = `${errors.words_refused[1]} Remove “${word}”.`;
    fail('words_refused', { message, issues: [{ path, message }] });
  }
  const flagged = texts.flatMap(({ text }) => {
    const word = ctx.words.findReported(text);
    return word === null ? [] : [{ text, word }];
  });
  return flagged.length === 0 ? ctx : { ...ctx, reportedTexts: flagged };
}

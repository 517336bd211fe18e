/** Holds what people write for others against the operators' list of words: at the door, so that no way in is forgotten. */
import type { Name } from '@contract/api';
import { errors } from '@contract/kernel/errors';
import { saidIn } from '@contract/checked-texts';
import type { Context } from '../platform/context';
import { fail } from '../kernel/api-error';

const fieldsOf: Partial<Record<Name, readonly string[]>> = saidIn;

interface Said {
  path: string;
  text: string;
}

/** The texts of `value` at a path such as `items[].title`; what is absent says nothing. */
function textsAt(value: unknown, [step, ...rest]: string[], path = ''): Said[] {
  if (step === undefined) return typeof value === 'string' ? [{ path, text: value }] : [];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((entry, index) => textsAt(entry, rest, `${path}.${String(index)}`)) : [];
  const inner: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  return textsAt(inner, rest, path === '' ? step : `${path}.${step}`);
}

const stepsOf = (path: string): string[] => path.replaceAll('[]', '.[]').split('.');

/**
 * Refuses with words_refused, the word and the field in which it stands. Else answers the context for the request: what has words
 * that are reported goes with it, and whoever writes it reports it.
 */
export function mindingWords(ctx: Context, name: Name, body: unknown): Context {
  const texts = (fieldsOf[name] ?? []).flatMap((said) => textsAt(body, stepsOf(said)));
  for (const { path, text } of texts) {
    const word = ctx.words.find(text);
    if (word === null) continue;
    const message = `${errors.words_refused[1]} Write it without “${word}”.`;
    fail('words_refused', { message, issues: [{ path, message }] });
  }
  const said = texts.flatMap(({ text }) => {
    const word = ctx.words.findReported(text);
    return word === null ? [] : [{ text, word }];
  });
  return said.length === 0 ? ctx : { ...ctx, said };
}

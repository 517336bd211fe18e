/** What a person reads when something failed, whatever was thrown. */
import { messages } from '@contract/kernel/errors';
import { said } from '../said';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && key in value ? (value as Record<string, unknown>)[key] : undefined;

/** Places where a message may be nested: an answer of the host first, since its words are made for the screen. */
const nested = [['response', 'data'], ['data'], ['error'], ['payload']];

/** The message, else a nested message, else the fixed sentence for any failure. Never empty. */
export function errorMessage(thrown: unknown): string {
  const own = textOf(thrown) ?? textOf(member(thrown, 'message'));
  if (own !== undefined) return said(own);
  for (const path of nested) {
    const found = textOf(member(path.reduce(member, thrown), 'message'));
    if (found !== undefined) return said(found);
  }
  return said(messages.anyFailure);
}

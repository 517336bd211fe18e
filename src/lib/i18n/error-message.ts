/** The message to show for anything that was thrown. */
import * as messages from '@contract/kernel/messages';
import { translateMessage } from './server-messages';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && key in value ? (value as Record<string, unknown>)[key] : undefined;

/** Paths of nested messages. A server response comes first, because its message is written for the screen. */
const nestedPaths = [['response', 'data'], ['data'], ['error'], ['payload']];

/** The translated message of `thrown`, of an object in it, or a generic one. Never empty. */
export function errorMessage(thrown: unknown): string {
  const own = textOf(thrown) ?? textOf(member(thrown, 'message'));
  if (own !== undefined) return translateMessage(own);
  for (const path of nestedPaths) {
    const found = textOf(member(path.reduce(member, thrown), 'message'));
    if (found !== undefined) return translateMessage(found);
  }
  return translateMessage(messages.anyFailure);
}

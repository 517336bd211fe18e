/** Building blocks of mail templates. */
import { say, type Interpolation, type Message } from '../languages/messages';
import { oneLine, type Block, type Detail } from './layout';

export const safeNameLengthMax = 60;

export const text = (message: Message): Block => ({ kind: 'text', text: message });
export const note = (message: Message): Block => ({ kind: 'note', text: message });
export const quote = (userText: string): Block => ({ kind: 'quote', text: userText });
export const button = (label: Message, url: string): Block => ({ kind: 'button', label, url });
export const details = (...list: Detail[]): Block => ({ kind: 'details', details: list });

/**
 * Names that look like a URL are omitted: mail programs would turn them into links, and spammers would register other people's addresses
 * to send them.
 */
const looksLikeUrl = /[/\\@:]|\.\S|\bwww\b/iu;
/** A name that is safe in a sentence, or the fallback. */
export function safeName<I extends Interpolation>(name: string, fallback: I): string | I {
  const shown = oneLine(name, safeNameLengthMax);
  return shown === '' || looksLikeUrl.test(shown) ? fallback : shown;
}

/** A greeting, with the name if it is safe. */
export function greeting(name: string): Block {
  const shown = safeName(name, '');
  return text(shown === '' ? say`Hello,` : say`Hello ${shown},`);
}

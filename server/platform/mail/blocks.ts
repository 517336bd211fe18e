/** Building blocks of mail templates. */
import { say, type Interpolation, type Message } from '../languages/messages';
import { oneLine, type Block, type Detail } from './layout';

export const safeNameLengthMax = 60;

export const text = (words: Message): Block => ({ kind: 'text', text: words });
export const note = (words: Message): Block => ({ kind: 'note', text: words });
export const quote = (words: string): Block => ({ kind: 'quote', text: words });
export const button = (label: Message, address: string): Block => ({ kind: 'button', label, address });
export const details = (...list: Detail[]): Block => ({ kind: 'details', details: list });

/** Names that look like a URL are omitted: mail programs would link them, and spammers would register other people with them. */
const looksLikeAddress = /[/\\@:]|\.\S|\bwww\b/iu;
/** A name that is safe in a sentence, or the fallback. */
export function safeName<I extends Interpolation>(name: string, fallback: I): string | I {
  const shown = oneLine(name, safeNameLengthMax);
  return shown === '' || looksLikeAddress.test(shown) ? fallback : shown;
}

/** A greeting, with the name if it is safe. */
export function greeting(name: string): Block {
  const shown = safeName(name, '');
  return text(shown === '' ? say`Hello,` : say`Hello ${shown},`);
}

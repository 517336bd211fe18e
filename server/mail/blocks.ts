/** The parts that templates are made of: paragraphs, facts, a button. */
import { say, type Hole, type Words } from '../languages/say';
import { oneLine, type Block, type Fact } from '../platform/mail/layout';

export const shownNameLengthMax = 60;

export const text = (words: Words): Block => ({ kind: 'text', text: words });
export const note = (words: Words): Block => ({ kind: 'note', text: words });
export const quote = (words: string): Block => ({ kind: 'quote', text: words });
export const button = (label: Words, address: string): Block => ({ kind: 'button', label, address });
export const facts = (...list: Fact[]): Block => ({ kind: 'facts', facts: list });

/** A name that holds an address is left out: mail programs would make it a link, and strangers would advertise by registering others. */
const looksLikeAddress = /[/\\@:]|\.\S|\bwww\b/iu;
/** A name as a sentence may hold it, or what stands in its place. */
export function shownName<I extends Hole>(name: string, instead: I): string | I {
  const shown = oneLine(name, shownNameLengthMax);
  return shown === '' || looksLikeAddress.test(shown) ? instead : shown;
}

/** Hello, by name where the name is one. */
export function greeting(name: string): Block {
  const shown = shownName(name, '');
  return text(shown === '' ? say`Hello,` : say`Hello ${shown},`);
}

/** The parts that templates are made of: paragraphs, facts, a button, and how instants and spans are written. */
import { oneLine, type Block } from './layout';

const hour_s = 3600;
const dayHours = 24;
export const shownNameLengthMax = 60;

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const note = (words: string): Block => ({ kind: 'note', text: words });
export const quote = (words: string): Block => ({ kind: 'quote', text: words });
export const button = (label: string, address: string): Block => ({ kind: 'button', label, address });
export const facts = (...list: [string, string][]): Block => ({ kind: 'facts', facts: list });

/** A name that holds an address is left out: mail programs would make it a link, and strangers would advertise by registering others. */
const looksLikeAddress = /[/\\@:]|\.\S|\bwww\b/iu;
/** A name as a sentence may hold it, or what stands in its place. */
export function shownName(name: string, instead: string): string {
  const shown = oneLine(name, shownNameLengthMax);
  return shown === '' || looksLikeAddress.test(shown) ? instead : shown;
}

/** Hello, by name where the name is one. */
export function greeting(name: string): Block {
  const shown = shownName(name, '');
  return text(shown === '' ? 'Hello,' : `Hello ${shown},`);
}

export function lasting(duration_s: number): string {
  const hours = Math.round(duration_s / hour_s);
  if (hours >= 2 * dayHours) return `${String(Math.round(hours / dayHours))} days`;
  return hours === 1 ? 'one hour' : `${String(hours)} hours`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
export const momentOf = (at: Date): string => `${moment.format(at)} UTC`;
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
export const dayOf = (at: Date): string => day.format(at);

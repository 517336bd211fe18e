/** Titles within sentences. */
import { language } from './words';

/** `Videos` as it stands within a sentence: English begins it small; other languages may have nouns that keep their capital. */
export const inSentence = (title: string): string => (language() === 'en' ? title.charAt(0).toLowerCase() + title.slice(1) : title);

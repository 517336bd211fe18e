import { language } from './words';

/** A title for use within a sentence: lowercased in English only, since other languages may capitalize nouns. */
export const inSentence = (title: string): string => (language() === 'en' ? title.charAt(0).toLowerCase() + title.slice(1) : title);

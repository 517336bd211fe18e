/** Sentences that come from elsewhere in English: what the host says of a refusal or a field. */
import { reader } from './i18n/words';

/** The sentence in the reader's language; as it came where that does not know it. */
export const said = (sentence: string): string => reader().said?.(sentence) ?? sentence;

/** Translates English messages from the server, such as errors. */
import { viewerLocale } from './words';

/** The message in the viewer's language, or unchanged where there is no translation. */
export const translateMessage = (sentence: string): string => viewerLocale().translate?.(sentence) ?? sentence;

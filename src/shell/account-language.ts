/** The language that an account keeps, for browsers in which its person has chosen none yet. */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { language } from '@web/lib/i18n/words';
import { keptChoice } from './chosen';

/** Whether this browser goes on in that language: the page has to begin anew then. */
export function takesUp(locale: string | null | undefined, offered: readonly string[]): boolean {
  if (!locale || locale === language() || !offered.includes(locale) || Cookies.get(cookies.language)) return false;
  Cookies.set(cookies.language, locale, keptChoice());
  return true;
}

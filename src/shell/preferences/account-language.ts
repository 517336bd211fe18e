/** The account's language, for browsers without a chosen language. */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { language } from '@web/lib/i18n/words';
import { storeBeforeReload } from './cookies';

/** Applies the account's language to this browser if none was chosen. Returns whether the page must be reloaded. */
export function applyAccountLanguage(locale: string | null | undefined, offered: readonly string[]): boolean {
  if (!locale || locale === language() || !offered.includes(locale) || Cookies.get(cookies.language)) return false;
  storeBeforeReload(cookies.language, locale);
  return true;
}

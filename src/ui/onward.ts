/** Which way the page reads, for keys, fingers and signs; what style sheets move is multiplied by `--onward`. */
import { directionOf } from '@contract/values';
import { language } from '@web/lib/i18n/words';

/** 1 where what comes next stands on the right, -1 where it stands on the left. */
export const onward = (): 1 | -1 => (directionOf(language()) === 'rtl' ? -1 : 1);

/** An arrow from what was to what comes. */
export const towards = (): string => (onward() === 1 ? '→' : '←');

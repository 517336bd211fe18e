/** The reading direction, for keys, swipes and arrows. Style sheets multiply offsets by `--onward`. */
import { directionOf } from '@contract/kernel/values/direction';
import { language } from '@web/lib/i18n/words';

/** 1 for left-to-right, -1 for right-to-left languages. */
export const readingDirection = (): 1 | -1 => (directionOf(language()) === 'rtl' ? -1 : 1);

/** An arrow in reading direction. */
export const forwardArrow = (): string => (readingDirection() === 1 ? '→' : '←');

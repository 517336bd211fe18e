/** Numbers as people type them. NaN, which no schema accepts, stands for anything else. */
import { parseAmount } from './i18n/money';

/** A whole number without a sign. */
export const wholeNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : NaN);

/** An amount with at most two decimals. */
export const typedAmount = (text: string): number => parseAmount(text) ?? NaN;

/** The same, where an empty field stands for no value. */
export const orNone = (text: string, parse: (text: string) => number): number | null => (text.trim() === '' ? null : parse(text));

/** Parses typed numbers. Anything else becomes NaN, which no schema accepts. */
import { parseAmount } from './i18n/money';

/** A whole number without a sign. */
export const wholeNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : NaN);

/** An amount with at most two decimals. */
export const typedAmount = (text: string): number => parseAmount(text) ?? NaN;

/** Parses a field that may be empty; null for an empty field. */
export const parseOptional = (text: string, parse: (text: string) => number): number | null => (text.trim() === '' ? null : parse(text));

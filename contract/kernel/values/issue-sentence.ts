/** Messages for schema issues, instead of zod's. Messages that a schema defines itself (`refine`, `regex`) take precedence. */
import type * as z from 'zod';

const typeSentences: Readonly<Record<string, string>> = {
  string: 'Use text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  bigint: 'Use a number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object with fields.',
  record: 'Use an object with fields.',
};

const formatSentences: Readonly<Record<string, string>> = {
  email: 'Enter an email address, like ada@example.com.',
  url: 'Enter a web address, such as https://example.com.',
  uuid: 'Use a valid ID.',
  datetime: 'Use a time like 2026-01-31T12:00:00Z.',
  date: 'Use a date like 2026-01-31.',
};

const anyOther = 'This can’t be saved. Check what you entered.';

/** More options than this are not listed. */
const optionsMax = 20;

function tooSmall({ origin, inclusive, minimum, input }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const least = String(minimum);
  if (origin === 'array') return `Choose at least ${least}.`;
  if (origin === 'string') return input === '' ? 'Fill this in.' : `Use at least ${least} characters.`;
  return inclusive === false ? `Use a number above ${least}.` : `Use a number of at least ${least}.`;
}

function tooBig({ origin, inclusive, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const most = String(maximum);
  if (origin === 'array') return `Choose at most ${most}.`;
  if (origin === 'string') return `Use at most ${most} characters.`;
  return inclusive === false ? `Use a number below ${most}.` : `Use a number of at most ${most}.`;
}

/** The message for an issue, without the field, which the path names. Passed to `parse` as its option `error`. */
export function issueSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return tooBig(issue);
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Fill this in.';
    return typeSentences[issue.expected] ?? anyOther;
  }
  if (issue.code === 'invalid_value' && issue.values.length <= optionsMax) return `Use one of: ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'unrecognized_keys') return 'Unknown field.';
  if (issue.code === 'invalid_format') return formatSentences[issue.format] ?? anyOther;
  return anyOther;
}

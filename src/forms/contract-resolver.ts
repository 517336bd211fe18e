/**
 * Validates a form with the body schema of its endpoint, so that each limit and format is declared once, in the contract. The schema is
 * loaded at the first validation, and zod with it. First pages of guests load neither: their forms use `fieldRules`.
 */
import type { Name } from '@contract/api';
import { issueSentence } from '@contract/kernel/values/issue-sentence';
import { isBlank } from '@contract/kernel/values/text';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { BodyOf } from '@web/services/call';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { isWithin } from './field-errors';

type FieldName<T> = keyof T & string;

/** What the screen adds to the contract's rule for a field. */
interface FieldRule<T, F extends FieldName<T>> {
  /** The path of the value in the body, where it differs from the field's name. */
  at?: string;
  /** The message while the field is empty. */
  empty?: string;
  /** The message for any other issue; without it, one is derived from the issue. */
  text?: string;
  /** A rule that only the screen knows. Returns its message, or false. The contract's rule comes second. */
  check?: (value: T[F], values: T) => string | false;
}

type FieldRules<T> = { [F in FieldName<T>]?: FieldRule<T, F> };

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? isBlank(value) : (value ?? null) === null || (Array.isArray(value) && value.length === 0);

type Family<N extends Name> = Record<N, { body: z.ZodType }>;

/** Null when it cannot be loaded. */
async function loaded<N extends Name>(load: () => Promise<{ default: Family<N> }>): Promise<Family<N> | null> {
  try {
    await import('./interpret-schemas');
    return (await load()).default;
  } catch {
    return null;
  }
}

/**
 * The resolver of a form that sends `bodyOf(values)` to `name`, as does its screen. `load` imports the endpoint's family. What is not on
 * the screen is not validated, and nothing is when the schema cannot be loaded: the server does both.
 */
export function contractResolver<T extends FieldValues, N extends Name>(
  name: N,
  load: () => Promise<{ default: Family<N> }>,
  bodyOf: (values: T) => Partial<BodyOf<N>>,
  rules: NoInfer<FieldRules<T>> = {},
): Resolver<T> {
  return async (values, _context, { fields }) => {
    const family = await loaded(load);
    const issues = family?.[name].body.safeParse(bodyOf(values), { error: issueSentence }).error?.issues ?? [];
    const messageOf = (field: FieldName<T>): string | false => {
      const { at = field, empty, text, check }: FieldRule<T, typeof field> = rules[field] ?? {};
      const refusal = check?.(values[field], values);
      if (typeof refusal === 'string') return refusal;
      const issue = issues.find(({ path }) => isWithin(path.join('.'), at));
      return issue !== undefined && ((isEmpty(values[field]) ? empty : undefined) ?? text ?? translateMessage(issue.message));
    };
    const errors = Object.keys(values).flatMap((field) => {
      const message = fields[field]?.mount === true && messageOf(field);
      return message === false ? [] : [[field, { type: 'invalid', message }]];
    });
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) as FieldErrors<T> };
  };
}

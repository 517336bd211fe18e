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
  /** A rule of the screen, applied before the contract's. Returns its message, or false if the value is valid. */
  check?: (value: T[F], values: T) => string | false;
}

type FieldRules<T> = { [F in FieldName<T>]?: FieldRule<T, F> };

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? isBlank(value) : (value ?? null) === null || (Array.isArray(value) && value.length === 0);

/** The endpoints of a contract module, by name. */
type Family<N extends Name> = Record<N, { body: z.ZodType }>;

/** The endpoint family that `load` imports, or null if it cannot be loaded. */
async function loadFamily<N extends Name>(load: () => Promise<{ default: Family<N> }>): Promise<Family<N> | null> {
  try {
    await import('./interpret-schemas');
    return (await load()).default;
  } catch {
    return null;
  }
}

/**
 * The resolver of a form that sends `bodyOf(values)` to the endpoint `name`. `load` imports the endpoint's family. Only mounted fields are
 * validated; if the schema cannot be loaded, only the `check` rules apply. The server validates everything again.
 */
export function contractResolver<T extends FieldValues, N extends Name>(
  name: N,
  load: () => Promise<{ default: Family<N> }>,
  bodyOf: (values: T) => Partial<BodyOf<N>>,
  rules: NoInfer<FieldRules<T>> = {},
): Resolver<T> {
  return async (values, _context, { fields }) => {
    const family = await loadFamily(load);
    const issues = family?.[name].body.safeParse(bodyOf(values), { error: issueSentence }).error?.issues ?? [];
    const messageOf = (field: FieldName<T>): string | false => {
      const { at = field, empty, text, check }: FieldRule<T, typeof field> = rules[field] ?? {};
      const checkMessage = check?.(values[field], values);
      if (typeof checkMessage === 'string') return checkMessage;
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

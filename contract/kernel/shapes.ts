/**
 * Basic schemas that every family uses. Wire and decoded forms differ where a schema is a codec (see endpoint.ts).
 *
 * The contract imports zod as a namespace: browsers, which load a family to validate its forms, then get only the parts in use.
 */
import * as z from 'zod';
import { languageCodes } from './languages';
import { tableDefaults } from './conventions';
import * as limits from './limits';
import { attributeOptions, type AttributeName } from './attributes';
import { asciiEmail } from './email';
import { amountOf, centsOf } from './values/amounts';
import { sortDirections } from './values/site';
import { hidesCharacters, looksVerified } from './values/names';
import { isBlank, linesOf, passwordOf, tagOf } from './values/text';

/** Control characters except tab and line breaks. Postgres would also reject NUL. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
const isStorable = (text: string): boolean => !control.test(text) && text.isWellFormed();

const textSchema = (max: number, min: number, normalize: (text: string) => string) =>
  z
    .string()
    .overwrite(linesOf)
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : normalize(text)))
    .min(min)
    .max(max)
    .refine(isStorable, 'Contains unsupported characters. Remove them.');

/**
 * Text that people enter: trimmed, with LF as its line break and at most two blank lines in a row, without control characters or lone
 * surrogates, `min..max` characters. Text of invisible characters only becomes empty.
 */
export const Text = (max: number, min = 0) => textSchema(max, min, (text) => text);

/** A tag in its stored form. */
export const Tag = textSchema(limits.tagLengthMax, 1, tagOf);

export const Id = z.uuid().toLowerCase();
export const IdParam = z.object({ id: Id });
/** An id or a slug. */
export const IdOrSlugParam = z.object({ id: Text(200, 1) });

/** An instant: ISO 8601 UTC on the wire, decoded to a `Date`. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** An amount of money: a JSON number with at most two decimals on the wire, decoded to cents. */
export const Amount = z.codec(
  z.number().refine((amount) => centsOf(amount) !== null, 'Use up to 2 decimals.'),
  z.bigint(),
  { decode: (amount) => centsOf(amount) ?? 0n, encode: amountOf },
);
/** An amount within limits that are themselves amounts. */
export const AmountBetween = (min: number, max: number) =>
  z.codec(
    z
      .number()
      .min(min)
      .max(max)
      .refine((amount) => centsOf(amount) !== null, 'Use up to 2 decimals.'),
    z.bigint(),
    { decode: (amount) => centsOf(amount) ?? 0n, encode: amountOf },
  );

/**
 * The price that the buyer has seen. Optional, because some programs buy at any price; the response of every purchase contains the
 * price charged.
 */
export const ExpectedPrice = Amount.optional().describe(
  'The price that the buyer saw. Recommended: if the price has changed since, nothing is charged and the error is `price_changed`.',
);

/** An email address with its domain in ASCII. */
export const Email = z.string().trim().toLowerCase().overwrite(asciiEmail).max(limits.emailLengthMax).pipe(z.email().refine(isStorable));
/** A username or an email address. */
export const Login = z.string().trim().toLowerCase().overwrite(asciiEmail).min(1).max(limits.emailLengthMax);
export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .min(limits.username.lengthMin)
  .max(limits.username.lengthMax)
  .regex(new RegExp(limits.username.pattern), 'Use letters (a–z), numbers or underscores. Dots and hyphens only in between.');
/** A new password, or its digest where the setting `hashPasswordOnClient` is on. */
export const Password = z
  .string()
  .overwrite(passwordOf)
  .min(limits.password.lengthMin)
  .max(limits.password.lengthMax)
  .refine((text) => text.isWellFormed());
/** A password to verify. It may be short: an old password may not meet today's rules. */
export const PresentPassword = z.string().min(1).max(limits.password.typedMax);
export const Secret = z
  .string()
  .min(1)
  .max(2000)
  .refine((text) => isStorable(text) && !isBlank(text));
const KeyBytes = z.base64url().min(1).max(limits.passkeys.responseValueLengthMax);
/** A WebAuthn assertion. Unused fields are dropped. */
export const PasskeyAssertion = z.object({
  id: KeyBytes,
  rawId: KeyBytes,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: KeyBytes, authenticatorData: KeyBytes, signature: KeyBytes }),
});
/** A name of `1..max` visible characters on one line. */
export const NameOf = (max: number) =>
  textSchema(max, 1, (text) => text.replaceAll(/[^\S\ufeff]+/g, ' ')).refine(
    (name) => !hidesCharacters(name),
    'The name contains invisible characters. Type it again.',
  );
export const Name = NameOf(limits.nameLengthMax);
/** The name of a person, as others read it. */
export const PersonName = Name.refine((name) => !looksVerified(name), 'Remove the check mark. It looks like the verified badge.');
/** A two-letter country code. Whether the country exists is checked against the server's reference data. */
export const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Use the 2-letter country code.');
/** A two-letter language code. */
export const Language = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, 'Use the 2-letter language code.')
  .refine((code) => languageCodes.has(code), 'Unknown language.');
/** A language of the site, by the name of its file: `de`, `fil`, `pt-BR`. */
export const SiteLanguage = z
  .string()
  .trim()
  .max(20)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)?$/, 'Unknown language.')
  .refine((code) => !/^[a-z]{2}\b/.test(code) || languageCodes.has(code.slice(0, 2)), 'Unknown language.');
export const Phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^\+?[0-9 ()./-]{4,}$/, 'Enter a phone number starting with + and the country code.');
/** A day without a time, as `YYYY-MM-DD`. */
export const Day = z.iso.date();

const valuesOf = (name: AttributeName) => attributeOptions[name].map((option) => option.value);
/** One of the options of an attribute. */
export const Attribute = (name: AttributeName) => z.enum(valuesOf(name) as [string, ...string[]]);

const absent = new Set<unknown>(['', 'null', 'undefined']);
const present = (value: unknown): unknown => (absent.has(value) ? undefined : value);
/** The type of a schema after a `preprocess`, whose own input type would be unknown. */
type Lenient<Out, In> = z.ZodType<Out, In | undefined>;

/** An optional query parameter: empty text, `null` and `undefined` count as absent. */
export const fromQuery = <S extends z.ZodType>(schema: S) =>
  z.preprocess(present, schema.optional()) as unknown as z.ZodOptional<Lenient<z.output<S> | undefined, z.input<S>>>;
/** As `fromQuery`, with a default. */
export const fromQueryOr = <S extends z.ZodType>(schema: S, fallback: z.output<S>) =>
  z.preprocess(
    present,
    schema.optional().transform((value) => value ?? fallback),
  ) as unknown as z.ZodDefault<z.ZodType<z.output<S>, z.input<S>>>;
/** A query parameter that may repeat. */
export const repeated = <S extends z.ZodType>(schema: S, max = 50) =>
  z.preprocess((value) => {
    const list = (Array.isArray(value) ? value : [value]).filter((item) => present(item) !== undefined);
    return list.length > 0 ? list : undefined;
  }, z.array(schema).max(max).optional()) as unknown as z.ZodOptional<Lenient<z.output<S>[] | undefined, z.input<S>[]>>;
/** true or false as query text. */
export const Flag = fromQuery(z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })]));
export const Count = (min: number, max: number) => z.coerce.number<number>().int().min(min).max(max);

/** The type of a form field, which is sent as text. */
type FormField<S extends z.ZodType> = z.ZodOptional<Lenient<z.output<S> | undefined, z.input<S> | string>>;
const formField = <S extends z.ZodType>(schema: S, parse: (text: string) => unknown): FormField<S> =>
  z.preprocess((value) => (typeof value === 'string' ? parse(value.trim()) : value), schema.optional()) as unknown as FormField<S>;
const numberPattern = /^-?\d+(\.\d+)?$/;
/** A number in a form. Empty text means null, where the schema allows it. */
export const formNumber = <S extends z.ZodType>(schema: S) =>
  formField(schema, (text) => (text === '' || text === 'null' ? null : numberPattern.test(text) ? Number(text) : text));
/** true or false in a form. */
export const formFlag = () => formField(z.boolean(), (text) => (text === 'true' ? true : text === 'false' ? false : text));
/** Text of a certain format, e.g. an instant. Empty text means null, where the schema allows it. */
export const formText = <S extends z.ZodType>(schema: S) => formField(schema, (text) => (text === '' || text === 'null' ? null : text));
/** A list in a form: the key repeats. A single empty value means an empty list. */
export const formList = <S extends z.ZodType>(schema: S, max: number) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : (Array.isArray(value) ? value : [value]).filter((item) => item !== '')),
    z.array(schema).max(max).optional(),
  ) as unknown as z.ZodOptional<Lenient<z.output<S>[] | undefined, z.input<S>[] | z.input<S>>>;

/** The query of every list; `sorts` names further sort keys besides createdAt and updatedAt. */
export function pageQuery<const S extends readonly string[]>(sorts: S) {
  const instantOrDay = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
  return z.object({
    q: fromQuery(Text(limits.searchLengthMax)),
    limit: fromQueryOr(Count(1, limits.page.limitMax), limits.page.limitDefault),
    offset: fromQueryOr(Count(0, limits.page.offsetMax), 0),
    cursor: fromQuery(z.string().max(limits.cursorLengthMax)),
    sortBy: fromQueryOr(
      z.enum(['createdAt', 'updatedAt', ...sorts] as ['createdAt', 'updatedAt', ...S]) as z.ZodType<
        'createdAt' | 'updatedAt' | S[number],
        'createdAt' | 'updatedAt' | S[number]
      >,
      tableDefaults.sortBy,
    ),
    sort: fromQueryOr(z.enum(sortDirections), tableDefaults.sort),
    fromDate: fromQuery(instantOrDay),
    toDate: fromQuery(instantOrDay),
  });
}

/** The response of every list. `total` counts the matches, up to `limits.page`; `nextCursor` is null on the last page. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ data: z.array(item), total: z.number(), nextCursor: z.string().nullable() });

/** A decoded page. */
export interface Page<T> {
  data: T[];
  total: number;
  nextCursor: string | null;
}

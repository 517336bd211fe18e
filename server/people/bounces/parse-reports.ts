/**
 * Parsers for reports of mail services, in the site's own format and Postmark's. Each returns the reports that concern an address and
 * ignores other events. Throws invalid_request if the body is malformed.
 */
import { z } from 'zod';
import * as limits from '@contract/kernel/limits';
import { Email } from '@contract/kernel/shapes';
import { fail } from '../../kernel/api-error';
import type { BounceReport } from '../../platform/mail/bounces';

const At = z.iso.datetime({ offset: true }).transform((at) => new Date(at));
const Reason = z.string().max(10_000);

const Events = z.object({
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        type: z.enum(['bounce', 'complaint']),
        address: Email,
        /** For a bounce: whether the failure is permanent. */
        isPermanent: z.boolean().default(false),
        reason: Reason.default(''),
        at: At,
      }),
    )
    .max(limits.mailReports.eventsMax),
});

const Postmark = z.object({
  RecordType: z.string(),
  ID: z.number().optional(),
  Type: z.string().optional(),
  Email: Email.optional(),
  Description: Reason.nullish(),
  Details: Reason.nullish(),
  BouncedAt: At.optional(),
});

/** Postmark's bounce types: `hard` means that the address does not exist, `soft` is temporary. */
const postmarkKinds: Readonly<Record<string, 'hard' | 'soft'>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
};

function parseBody<T>(schema: z.ZodType<T>, body: Buffer): T {
  try {
    const result = schema.safeParse(JSON.parse(body.toString()));
    if (result.success) return result.data;
  } catch {
    // Not JSON.
  }
  return fail('invalid_request');
}

/** The site's own format, documented in `docs/mail.md`. */
export const parseReports = (body: Buffer): BounceReport[] =>
  parseBody(Events, body).events.map(({ id, type, address, isPermanent, reason, at }) => ({
    key: `events:${id}`,
    address,
    reason,
    at,
    kind: type === 'complaint' ? 'complaint' : isPermanent ? 'hard' : 'soft',
  }));

/** One payload of Postmark's `Bounce` or `SpamComplaint` webhook. */
export function parsePostmarkReport(body: Buffer): BounceReport[] {
  const { RecordType, ID, Type = '', Email: address, Description, Details, BouncedAt: at } = parseBody(Postmark, body);
  const kind = RecordType === 'SpamComplaint' ? 'complaint' : RecordType === 'Bounce' ? postmarkKinds[Type] : undefined;
  if (kind === undefined) return [];
  if (ID === undefined || address === undefined || at === undefined) return fail('invalid_request');
  return [{ key: `postmark:${String(ID)}`, address, kind, reason: Details ?? Description ?? '', at }];
}

/** The trail of what operators did. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import { fromQuery, Id, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { DateRange } from '../money/wallet';

const AuditEntry = z.object({
  _id: Id,
  /** Null: the account is gone. */
  actor: Person.nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** As they were written then; null where there is nothing to say, or no more. */
  before: z.unknown(),
  after: z.unknown(),
  /** What it said of people was taken out when one of them left. */
  isForgotten: z.boolean(),
  address: z.string().nullable(),
  createdAt: Instant,
});

const filters = {
  actorId: fromQuery(Id),
  /** A kind of act such as `users.change`, or all of a family such as `users`. */
  action: fromQuery(Text(60)),
  targetId: fromQuery(Text(200)),
};

export default endpoints({
  'GET /admin/audit/search': {
    does: 'What operators did, the newest first.',
    access: 'operator',
    right: 'audit.read',
    query: pageQuery([]).extend(filters),
    answer: pageOf(AuditEntry),
  },
  'GET /admin/audit/csv': {
    does: 'What operators did, as a file.',
    access: 'operator',
    right: 'audit.read',
    query: DateRange.extend(filters),
    answer: z.string(),
    streams: 'csv',
  },
  'GET /admin/audit/check': {
    does: 'Compute the chain of the log anew and say where it was tampered with.',
    access: 'operator',
    right: 'audit.read',
    answer: z.object({
      ok: z.boolean(),
      entries: z.number(),
      forgotten: z.number(),
      differences: z.array(z.string()),
      checkedAt: Instant,
    }),
    rate: 'auditCheck',
  },
});

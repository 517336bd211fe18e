/** The audit log of operators' actions. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import { fromQuery, Id, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { DateRange } from '../money/wallet';

const AuditEntry = z.object({
  _id: Id,
  /** Null: the account is deleted. */
  actor: Person.nullable(),
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  /** As they were logged; null when there were none, or they were removed. */
  before: z.unknown(),
  after: z.unknown(),
  /** Personal data in it was removed when one of its people was erased. */
  isForgotten: z.boolean(),
  address: z.string().nullable(),
  createdAt: Instant,
});

const filters = {
  actorId: fromQuery(Id),
  /** An action, e.g. `users.change`, or the prefix of several, e.g. `users`. */
  action: fromQuery(Text(60)),
  targetId: fromQuery(Text(200)),
};

export default endpoints({
  'GET /admin/audit/search': {
    summary: 'The audit log, newest first.',
    access: 'operator',
    right: 'audit.read',
    query: pageQuery([]).extend(filters),
    response: pageOf(AuditEntry),
  },
  'GET /admin/audit/csv': {
    summary: 'The audit log as CSV.',
    access: 'operator',
    right: 'audit.read',
    query: DateRange.extend(filters),
    response: z.string(),
    responseFormat: 'csv',
  },
  'GET /admin/audit/check': {
    summary: 'Verify the hash chain of the audit log, and report any tampering.',
    access: 'operator',
    right: 'audit.read',
    response: z.object({
      ok: z.boolean(),
      entries: z.number(),
      forgotten: z.number(),
      differences: z.array(z.string()),
      checkedAt: Instant,
    }),
    rateLimit: 'auditCheck',
  },
});

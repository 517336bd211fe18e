/** What the site keeps about a person: taking a copy of it along, and having it erased. */
import { z } from 'zod';
import { endpoints } from './endpoint';
import { Amount, Instant, PresentPassword } from './kernel/shapes';
import { deletionObstacles, exportStatuses } from './values';

/** The archive of somebody's data: how far it is, and where it is while it is kept. */
export const DataExport = z.object({
  status: z.enum(exportStatuses),
  /** Percent. */
  progress: z.number(),
  size: z.number().nullable(),
  /** Opens for her alone, for minutes. */
  url: z.string().nullable(),
  askedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
});

/** What somebody loses with her account, in figures. */
export const Deletion = z.object({
  /** When it is erased; null while she has not asked for it. */
  deletesAt: Instant.nullable(),
  /** What stands in the way until it is settled. */
  obstacles: z.array(z.enum(deletionObstacles)),
  /** What her wallet holds, or what she has earned and was not paid. */
  balance: Amount,
  /** Subscriptions of hers that would renew. */
  renewals: z.number(),
  /** Orders on their way to her. */
  orders: z.number(),
  /** Fans who subscribe to her, and what she has published. */
  subscribers: z.number(),
  items: z.number(),
  /** Items and messages of hers that others bought and keep. */
  itemsSold: z.number(),
});

export default endpoints({
  'POST /account/export': {
    does: 'Ask for an archive of everything that the site keeps about the caller. It is made in the background.',
    access: 'member',
    answer: DataExport,
    mayContinue: true,
    fails: ['export_running', 'reauthentication_required'],
    rate: 'export',
  },
  'GET /account/export': {
    does: 'How far the last archive is, and where it is.',
    access: 'member',
    answer: DataExport,
  },
  'GET /account/deletion': {
    does: 'What would go with the own account, what stands in the way, and when it goes where that was asked for.',
    access: 'member',
    answer: Deletion,
    whileDeleting: true,
  },
  'POST /account/deletion': {
    does: 'Delete the own account: it is gone for everybody at once, and erased after some weeks unless it is kept before. All sessions end.',
    access: 'member',
    body: z.object({ currentPassword: PresentPassword.optional() }),
    answer: z.object({ deletesAt: Instant }),
    fails: ['wrong_password', 'reauthentication_required', 'payout_pending', 'orders_open', 'account_in_debt', 'last_operator'],
    rate: 'signInName',
  },
  'DELETE /account/deletion': {
    does: 'Keep the account after all: everything is there again.',
    access: 'member',
    answer: z.object({ cancelled: z.literal(true) }),
    fails: ['already_so', 'deletion_begun'],
    whileDeleting: true,
  },
});

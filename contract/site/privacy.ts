/** The personal data that a site stores: exporting it, and erasing it. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Amount, Instant, PresentPassword } from '../kernel/shapes';
import { exportStatuses } from '../kernel/values/files';
import { deletionObstacles } from '../kernel/values/people';

/** The export of a person's data: its progress, and its URL while it is stored. */
export const DataExport = z.object({
  status: z.enum(exportStatuses),
  /** Percent. */
  progress: z.number(),
  size: z.number().nullable(),
  /** Works only for this person, for a few minutes. */
  url: z.string().nullable(),
  askedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
});

/** What the owner loses with the account, as numbers and amounts. */
export const Deletion = z.object({
  /** When it is erased; null unless deletion was requested. */
  deletesAt: Instant.nullable(),
  /** What prevents the deletion until it is settled. */
  obstacles: z.array(z.enum(deletionObstacles)),
  /** The wallet's balance, or earnings that were not paid out. */
  balance: Amount,
  /** The account's subscriptions that would renew. */
  renewals: z.number(),
  /** Orders on their way to the account. */
  orders: z.number(),
  /** Fans who subscribe to the account, and its published items. */
  subscribers: z.number(),
  items: z.number(),
  /** The account's items and messages that others bought and keep. */
  itemsSold: z.number(),
});

export default endpoints({
  'POST /account/export': {
    summary: 'Request an archive of all data stored about the caller. It is created in the background.',
    access: 'member',
    response: DataExport,
    mayRespond202: true,
    errors: ['export_running', 'reauthentication_required'],
    rateLimit: 'export',
  },
  'GET /account/export': {
    summary: "The status of the caller's last archive, and its download link.",
    access: 'member',
    response: DataExport,
  },
  'GET /account/deletion': {
    summary: "What deleting the caller's account would remove, what prevents it, and the date if a deletion is scheduled.",
    access: 'member',
    response: Deletion,
    whileDeleting: true,
  },
  'POST /account/deletion': {
    summary:
      "Delete the caller's account. It is hidden immediately and permanently deleted after some weeks, unless the deletion is canceled. All sessions end.",
    access: 'member',
    body: z.object({ currentPassword: PresentPassword.optional() }),
    response: z.object({ deletesAt: Instant }),
    errors: [
      'wrong_password',
      'reauthentication_required',
      'payment_pending',
      'payout_pending',
      'orders_open',
      'account_in_debt',
      'last_operator',
    ],
    rateLimit: 'signInName',
  },
  'DELETE /account/deletion': {
    summary: "Cancel the deletion of the caller's account. Everything is restored.",
    access: 'member',
    response: z.object({ cancelled: z.literal(true) }),
    errors: ['already_so', 'deletion_begun'],
    whileDeleting: true,
  },
});

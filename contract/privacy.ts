/** What the site keeps about a person: taking a copy of it along. */
import { z } from 'zod';
import { endpoints } from './endpoint';
import { Instant } from './shapes';
import { exportStatuses } from './values';

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

export default endpoints({
  'POST /account/export': {
    does: 'Ask for an archive of everything that the site keeps about the caller. It is made while she does something else.',
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
});

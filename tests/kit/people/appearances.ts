/** People who appear in the content of others. */
import { eq } from 'drizzle-orm';
import { appearances } from '@server/platform/db/schema/consent';
import { items } from '@server/platform/db/schema/content';
import type { Consent } from '@contract/kernel/values/content';
import type { TestHost } from '../host/test-host';

const itemConsent = { accepted: 'given', asked: 'awaited', declined: 'refused', withdrawn: 'refused' } as const;

/** Records that a person appears in an item, with this consent. Returns the appearance's id. */
export async function addAppearance(testHost: TestHost, itemId: string, personId: string, consent: Consent = 'accepted'): Promise<string> {
  const [id, now] = [testHost.ctx.random.id(), testHost.clock.now()];
  const history = [{ event: 'asked' as const, at: now.toISOString() }];
  await testHost.ctx.db.insert(appearances).values({ id, itemId, personId, ordering: 0, consent, askedAt: now, history });
  await testHost.ctx.db.update(items).set({ consent: itemConsent[consent] }).where(eq(items.id, itemId));
  return id;
}

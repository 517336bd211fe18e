/** Posts, follows and subscriptions for tests. */
import { and, eq } from 'drizzle-orm';
import type { ResponseOf, BodyOf } from '@web/services/call';
import type { JobKinds, JobName } from '@server/platform/jobs/jobs';
import { jobRules } from '@server/jobs';
import { follows } from '@server/platform/db/schema/responses';
import { subscriptions } from '@server/platform/db/schema/subscriptions';
import { sampleImage } from '../people/people';
import type { TestHost } from '../host/test-host';

export type Post = ResponseOf<'POST /performer/feeds'>;
export type NewPost = BodyOf<'POST /performer/feeds'>;

interface AccountRef {
  token: string;
  id: string;
}

/** Uploads a photo for a post and returns its id. */
export async function uploadPhoto(testHost: TestHost, { token }: AccountRef): Promise<string> {
  const file = await sampleImage(64, 48);
  const { status, data, errorBody } = await testHost.call('POST /performer/feeds/photo/upload', { files: { file } }, { token });
  if (status >= 400) throw new Error(`no photo: ${JSON.stringify(errorBody)}`);
  return data._id;
}

/** Publishes a post: a public text by default. */
export async function publishPost(testHost: TestHost, { token }: AccountRef, body: Partial<NewPost> = {}): Promise<Post> {
  const post: NewPost = { type: 'text', text: 'Hello.', audience: 'public', ...body };
  const { status, data, errorBody } = await testHost.call('POST /performer/feeds', { body: post }, { token });
  if (status >= 400) throw new Error(`no post: ${JSON.stringify(errorBody)}`);
  return data;
}

/** Makes a fan follow a performer: inserts the row that the endpoint would insert. */
export async function addFollow(testHost: TestHost, fan: AccountRef, performer: AccountRef): Promise<void> {
  const { random, clock, db } = testHost.ctx;
  await db.insert(follows).values({ id: random.id(), followerId: fan.id, performerId: performer.id, createdAt: clock.now() });
}

const month_ms = 30 * 86_400_000;

/** Gives a fan a subscription of one month that is not renewed, or reactivates an ended one. */
export async function addSubscription(testHost: TestHost, fan: AccountRef, performer: AccountRef): Promise<void> {
  const now = testHost.clock.now();
  const terms = {
    type: 'monthly',
    months: 1,
    status: 'active',
    priceCents: 500n,
    source: 'wallet',
    isRenewing: false,
    startedAt: now,
    expiresAt: new Date(now.getTime() + month_ms),
    updatedAt: now,
  } as const;
  await testHost.ctx.db
    .insert(subscriptions)
    .values({ id: testHost.ctx.random.id(), userId: fan.id, performerId: performer.id, createdAt: now, ...terms })
    .onConflictDoUpdate({ target: [subscriptions.userId, subscriptions.performerId], set: terms });
}

/** Ends a subscription immediately. */
export async function endSubscription(testHost: TestHost, fan: AccountRef, performer: AccountRef): Promise<void> {
  await testHost.ctx.db
    .update(subscriptions)
    .set({ status: 'expired', expiresAt: testHost.clock.now() })
    .where(and(eq(subscriptions.userId, fan.id), eq(subscriptions.performerId, performer.id)));
}

/** Runs a job in this process, at the time of the test clock. */
export async function runJob<N extends JobName>(testHost: TestHost, name: N, payload: JobKinds[N]): Promise<void> {
  const rule = jobRules.find((candidate) => candidate.name === name);
  if (!rule) throw new Error(`there is no job ${name}`);
  await rule.work(testHost.ctx, payload);
}

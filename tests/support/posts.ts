/** Posts for tests, made through the doors that performers use. */
import { and, eq } from 'drizzle-orm';
import type { AnswerOf, BodyOf } from '@web/services/call';
import type { JobKinds, JobName } from '@server/platform/jobs/jobs';
import { jobRules } from '@server/modules/jobs';
import { follows, subscriptions } from '@server/platform/db/schema/schema';
import { somePicture } from '../kit/people/people';
import type { World } from '../kit/host/test-host';

export type Post = AnswerOf<'POST /performer/feeds'>;
export type NewPost = BodyOf<'POST /performer/feeds'>;

interface Somebody {
  token: string;
  id: string;
}

/** Uploads a photo for a post and answers its id. */
export async function uploadPhoto(world: World, { token }: Somebody): Promise<string> {
  const file = await somePicture(64, 48);
  const { status, data, refusal } = await world.call('POST /performer/feeds/photo/upload', { files: { file } }, { token });
  if (status >= 400) throw new Error(`no photo: ${JSON.stringify(refusal)}`);
  return data._id;
}

/** Publishes a post: text for everybody, unless it says otherwise. */
export async function publishPost(world: World, { token }: Somebody, body: Partial<NewPost> = {}): Promise<Post> {
  const whole: NewPost = { type: 'text', text: 'Hello.', audience: 'public', ...body };
  const { status, data, refusal } = await world.call('POST /performer/feeds', { body: whole }, { token });
  if (status >= 400) throw new Error(`no post: ${JSON.stringify(refusal)}`);
  return data;
}

/** Lets a fan follow, as the follow itself would leave it. */
export async function letFollow(world: World, fan: Somebody, performer: Somebody): Promise<void> {
  const { chance, clock, db } = world.ctx;
  await db.insert(follows).values({ id: chance.id(), followerId: fan.id, performerId: performer.id, createdAt: clock.now() });
}

const month_ms = 30 * 86_400_000;

/** Lets a fan subscribe for a month that is not renewed. */
export async function letSubscribe(world: World, fan: Somebody, performer: Somebody): Promise<void> {
  const now = world.clock.now();
  await world.ctx.db.insert(subscriptions).values({
    id: world.ctx.chance.id(),
    userId: fan.id,
    performerId: performer.id,
    type: 'monthly',
    months: 1,
    status: 'active',
    priceCents: 500n,
    source: 'wallet',
    isRenewing: false,
    startedAt: now,
    expiresAt: new Date(now.getTime() + month_ms),
    createdAt: now,
    updatedAt: now,
  });
}

/** Ends a subscription at once. */
export async function endSubscription(world: World, fan: Somebody, performer: Somebody): Promise<void> {
  await world.ctx.db
    .update(subscriptions)
    .set({ status: 'expired', expiresAt: world.clock.now() })
    .where(and(eq(subscriptions.userId, fan.id), eq(subscriptions.performerId, performer.id)));
}

/** Does a job's work now, at the time of the lent clock. */
export async function runJob<N extends JobName>(world: World, name: N, payload: JobKinds[N]): Promise<void> {
  const rule = jobRules.find((known) => known.name === name);
  if (!rule) throw new Error(`there is no job ${name}`);
  await rule.work(world.ctx, payload);
}

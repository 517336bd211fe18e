/** People for tests, made through the doors that people use. */
import { eq } from 'drizzle-orm';
import { accounts, performers, teamMembers } from '@server/db/schema/schema';
import type { World } from './world';

export const password = 'correct horse battery';

export interface Tokens {
  fan: string;
  performer: string;
  operator: string;
}

let count = 0;
const fresh = (name: string): string => `${name}${(count += 1)}`;

/** Registers a fan and answers her token and id. */
export async function signUpFan(
  world: World,
  name = fresh('fan'),
): Promise<{ token: string; id: string; username: string; email: string }> {
  const email = `${name}@example.com`;
  const { data, refusal } = await world.call('POST /auth/users/register', { body: { email, password, username: name, name } });
  if (!data.token) throw new Error(`${name} could not register: ${JSON.stringify(refusal)}`);
  const me = await world.call('GET /users/me', {}, { token: data.token });
  return { token: data.token, id: me.data._id, username: name, email };
}

/** A white picture that passes for a document. */
export async function somePicture(width = 600, height = 400): Promise<Blob> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'paper.jpg', { type: 'image/jpeg' });
}

/** Registers a performer with both papers; `approved` as an operator would leave her. */
export async function signUpPerformer(
  world: World,
  name = fresh('performer'),
  state: 'approved' | 'pending' = 'approved',
): Promise<{ token: string; id: string; username: string; email: string }> {
  const email = `${name}@example.com`;
  const paper = await somePicture();
  const { data, refusal } = await world.call('POST /auth/performers/register', {
    body: { email, password, username: name, name, dateOfBirth: '1990-05-05', gender: 'female', country: 'DE' },
    files: { idVerification: paper, documentVerification: paper },
  });
  if (!data.token) throw new Error(`${name} could not register: ${JSON.stringify(refusal)}`);
  const me = await world.call('GET /users/me', {}, { token: data.token });
  if (state === 'approved')
    await world.ctx.db
      .update(performers)
      .set({ verification: 'approved', verifiedAt: world.clock.now() })
      .where(eq(performers.accountId, me.data._id));
  return { token: data.token, id: me.data._id, username: name, email };
}

/** Registers a fan and makes her an owner, as the first operator of a site is. */
export async function signUpOperator(
  world: World,
  name = fresh('operator'),
): Promise<{ token: string; id: string; username: string; email: string }> {
  const person = await signUpFan(world, name);
  await world.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, person.id));
  const now = world.clock.now();
  await world.ctx.db.insert(teamMembers).values({ accountId: person.id, bundle: 'owner', createdAt: now, updatedAt: now });
  return person;
}

/** One of each kind. */
export async function signUpAll(world: World): Promise<Tokens> {
  const [fan, performer, operator] = [await signUpFan(world), await signUpPerformer(world), await signUpOperator(world)];
  return { fan: fan.token, performer: performer.token, operator: operator.token };
}

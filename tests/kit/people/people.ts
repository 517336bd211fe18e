/** People for tests: made by the domain's own functions, so that a test pays for what it is about. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '@server/platform/context';
import { accounts, performers, teamMembers } from '@server/platform/db/schema/schema';
import type { Client } from '@server/platform/http/client';
import { createAccount, sendVerification, type NewAccount } from '@server/modules/people/people';
import type { PasswordHasher } from '@server/people/passwords/hasher';
import { createProfile } from '@server/modules/performers/performers';
import { flagProfile } from '@server/safety/reports/reports';
import { startSession } from '@server/people/sessions/sessions';
import type { World } from '../host/test-host';

export const password = 'correct horse battery';

export interface Tokens {
  fan: string;
  performer: string;
  operator: string;
}

let count = 0;
const fresh = (name: string): string => `${name}${(count += 1)}`;

/** Someone with an account and a session. */
export interface Person {
  token: string;
  id: string;
  username: string;
  email: string;
}

/** What a test's own requests look like to the host. */
const client: Client = { address: '127.0.0.1', country: null, userAgent: 'node' };

/** All test accounts have the same password: each hasher hashes it once. */
const passwordHashes = new WeakMap<PasswordHasher, Promise<string>>();

function passwordHash({ passwordHasher }: Context): Promise<string> {
  const hash = passwordHashes.get(passwordHasher) ?? passwordHasher.hash(createHash('sha256').update(password).digest('hex'));
  passwordHashes.set(passwordHasher, hash);
  return hash;
}

/** An account as registering makes it, and a session; without the HTTP requests and the checks that those tests have of their own. */
async function join({ ctx }: World, fields: Omit<NewAccount, 'passwordHash'> & { username: string; email: string }): Promise<Person> {
  const hash = await passwordHash(ctx);
  const row = await inTransaction(ctx, async (tx) => {
    const account = await createAccount(tx, { ...fields, passwordHash: hash });
    if (fields.role === 'performer') await createProfile(tx, account.id, { dateOfBirth: '1990-05-05' });
    await flagProfile(tx, account.id);
    await sendVerification(tx, account, fields.email);
    return account;
  });
  const { token } = await startSession(ctx, row.id, client, { remember: false }, { cookie: () => undefined });
  return { token, id: row.id, username: fields.username, email: fields.email };
}

/** A fan who is signed in. */
export function signUpFan(world: World, name = fresh('fan')): Promise<Person> {
  return join(world, { role: 'user', username: name, email: `${name}@example.com`, name });
}

/** A white picture that passes for a document. */
export async function somePicture(width = 600, height = 400): Promise<Blob> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'paper.jpg', { type: 'image/jpeg' });
}

/**
 * A performer who is signed in: approved without documents; approved with both documents (`documented`); or waiting for an operator's
 * decision on them (`pending`).
 */
export async function signUpPerformer(
  world: World,
  name = fresh('performer'),
  state: 'approved' | 'documented' | 'pending' = 'approved',
): Promise<Person> {
  const account = { username: name, email: `${name}@example.com`, name, gender: 'female', country: 'DE' };
  const performer = state === 'approved' ? await join(world, { role: 'performer', ...account }) : await registerPerformer(world, name);
  if (state !== 'pending')
    await world.ctx.db
      .update(performers)
      .set({ verification: 'approved', verifiedAt: world.clock.now() })
      .where(eq(performers.accountId, performer.id));
  return performer;
}

async function registerPerformer(world: World, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const document = await somePicture();
  const { data, refusal } = await world.call('POST /auth/performers/register', {
    body: { email, password, username: name, name, dateOfBirth: '1990-05-05', gender: 'female', country: 'DE' },
    files: { idVerification: document, documentVerification: document },
  });
  if (!data.token) throw new Error(`${name} could not register: ${JSON.stringify(refusal)}`);
  const me = await world.call('GET /users/me', {}, { token: data.token });
  return { token: data.token, id: me.data._id, username: name, email };
}

/** An operator who is an owner, as the first operator of a site is. */
export async function signUpOperator(world: World, name = fresh('operator')): Promise<Person> {
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

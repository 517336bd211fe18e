/** Accounts for tests, most of them created without HTTP requests, which saves time. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { teamMembers } from '@server/platform/db/schema/team';
import type { Client } from '@server/platform/http/client';
import { createAccount, type NewAccount } from '@server/people/people/create';
import { sendVerification } from '@server/people/people/verification';
import type { PasswordHasher } from '@server/people/passwords/hasher';
import { createProfile } from '@server/people/performers/create';
import { reportFlaggedProfile } from '@server/people/flagging/flagging';
import { startSession } from '@server/people/sessions/sessions';
import type { TestHost } from '../host/test-host';

export const password = 'correct horse battery';

export interface RoleTokens {
  fan: string;
  performer: string;
  operator: string;
}

let count = 0;
const uniqueName = (name: string): string => `${name}${(count += 1)}`;

/** A person with an account and a session. */
export interface Person {
  token: string;
  id: string;
  username: string;
  email: string;
}

/** The client that sessions are created for. */
const client: Client = { address: '127.0.0.1', country: null, userAgent: 'node' };

/** All test accounts have the same password, and each hasher hashes it once. */
const passwordHashes = new WeakMap<PasswordHasher, Promise<string>>();

function passwordHash({ passwordHasher }: Context): Promise<string> {
  const hash = passwordHashes.get(passwordHasher) ?? passwordHasher.hash(createHash('sha256').update(password).digest('hex'));
  passwordHashes.set(passwordHasher, hash);
  return hash;
}

/** An account as registration creates it, and a session; without the HTTP requests and checks that registration tests cover. */
async function createPerson(
  { ctx }: TestHost,
  fields: Omit<NewAccount, 'passwordHash'> & { username: string; email: string },
): Promise<Person> {
  const hash = await passwordHash(ctx);
  const row = await inTransaction(ctx, async (tx) => {
    const account = await createAccount(tx, { ...fields, passwordHash: hash });
    if (fields.role === 'performer') await createProfile(tx, account.id, { dateOfBirth: '1990-05-05' });
    await reportFlaggedProfile(tx, account.id);
    await sendVerification(tx, account, fields.email);
    return account;
  });
  const { token } = await startSession(ctx, row.id, client, { remember: false }, { cookie: () => undefined });
  return { token, id: row.id, username: fields.username, email: fields.email };
}

/** A fan who is signed in. */
export function signUpFan(testHost: TestHost, name = uniqueName('fan')): Promise<Person> {
  return createPerson(testHost, { role: 'user', username: name, email: `${name}@example.com`, name });
}

/** A white image, valid as an identity document. */
export async function sampleImage(width = 600, height = 400): Promise<Blob> {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'document.jpg', { type: 'image/jpeg' });
}

/**
 * A performer who is signed in: approved without documents; approved with both documents (`documented`); or waiting for an
 * operator's decision on the documents (`pending`).
 */
export async function signUpPerformer(
  testHost: TestHost,
  name = uniqueName('performer'),
  state: 'approved' | 'documented' | 'pending' = 'approved',
): Promise<Person> {
  const account = { username: name, email: `${name}@example.com`, name, gender: 'female', country: 'DE' };
  const performer =
    state === 'approved' ? await createPerson(testHost, { role: 'performer', ...account }) : await registerPerformer(testHost, name);
  if (state !== 'pending')
    await testHost.ctx.db
      .update(performers)
      .set({ verification: 'approved', verifiedAt: testHost.clock.now() })
      .where(eq(performers.accountId, performer.id));
  return performer;
}

async function registerPerformer(testHost: TestHost, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const document = await sampleImage();
  const { data, errorBody } = await testHost.call('POST /auth/performers/register', {
    body: { email, password, username: name, name, dateOfBirth: '1990-05-05', gender: 'female', country: 'DE' },
    files: { idVerification: document, documentVerification: document },
  });
  if (!data.token) throw new Error(`${name} could not register: ${JSON.stringify(errorBody)}`);
  const me = await testHost.call('GET /users/me', {}, { token: data.token });
  return { token: data.token, id: me.data._id, username: name, email };
}

/** An operator with the owner role, as the first operator of a site has. */
export async function signUpOperator(testHost: TestHost, name = uniqueName('operator')): Promise<Person> {
  const person = await signUpFan(testHost, name);
  await testHost.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, person.id));
  const now = testHost.clock.now();
  await testHost.ctx.db.insert(teamMembers).values({ accountId: person.id, bundle: 'owner', createdAt: now, updatedAt: now });
  return person;
}

/** A fan, a performer and an operator. */
export async function signUpEachRole(testHost: TestHost): Promise<RoleTokens> {
  const [fan, performer, operator] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpOperator(testHost)];
  return { fan: fan.token, performer: performer.token, operator: operator.token };
}

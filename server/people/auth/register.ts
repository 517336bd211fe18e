/**
 * Registration. While addresses must be confirmed, a known address gets the same answer as a new one, for the same work: the account is
 * created and rolled back, and the owner of the address is notified. Otherwise the new account is signed in immediately. A known address
 * cannot be, so it is rejected with email_taken.
 */
import type { Api } from '@contract/api';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import { documentTypes, type DocumentType } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { usernameHolds } from '../../platform/db/schema/accounts';
import { fail, failAt, ApiError } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { storeDocument, type IncomingFile } from '../../platform/media/files';
import { assertHuman } from '../../platform/captcha/captcha';
import { issueLink } from '../links/links';
import { assertPasswordUncommon, hashPassword } from '../passwords/passwords';
import { accountByLogin, nameOf, type AccountRow } from '../people/rows';
import { assertUsernameFree, proposeUsernames } from '../people/usernames';
import { createAccount, type NewAccount } from '../people/create';
import { sendVerification } from '../people/verification';
import { reportFlaggedProfile } from '../flagging/flagging';
import { assertOfAge, attachDocument, createProfile } from '../performers/create';
import { assertCountry } from '../../platform/reference/reference';
import { startSession, type CookieSetter } from '../sessions/sessions';

type Fan = Parsed<Api['POST /auth/users/register']>['body'];
type Performer = Parsed<Api['POST /auth/performers/register']>['body'];
type Registered = HandlerResult<Api['POST /auth/users/register']>;
type Documents = Record<DocumentType, IncomingFile | undefined>;

/** A validated registration; only its address is still unchecked. */
interface Application {
  account: NewAccount & { username: string; email: string };
  /** Creates what an account of this role needs besides its row, in the same transaction. */
  complete(ctx: Context, account: AccountRow): Promise<void>;
}

/** Rolls a transaction back on purpose. */
class IntendedRollback extends Error {}

/** Reserves the username for a while, whether an account was created or not. */
async function holdUsername(ctx: Context, username: string): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + limits.usernameHold_s * 1000);
  const inserted = await ctx.db.insert(usernameHolds).values({ username, until }).onConflictDoNothing().returning();
  if (inserted.length === 0) failAt('username', 'username_taken');
}

async function createFromApplication(ctx: Context, { account, complete }: Application): Promise<AccountRow> {
  const row = await createAccount(ctx, account);
  await complete(ctx, row);
  await reportFlaggedProfile(ctx, row.id);
  await sendVerification(ctx, row, account.email);
  return row;
}

/** Does the same work as creating the account, and rolls it back. */
async function simulateRegistration(ctx: Context, application: Application): Promise<void> {
  const withoutEmail = { ...application.account, email: null };
  await inTransaction(ctx, async (tx) => {
    const row = await createAccount(tx, withoutEmail);
    await application.complete(tx, row);
    await reportFlaggedProfile(tx, row.id);
    await issueLink(tx, 'verify-email', { accountId: row.id, email: application.account.email });
    throw new IntendedRollback();
  }).catch((error: unknown) => {
    if (!(error instanceof IntendedRollback)) throw error;
  });
}

async function notifyOwner(ctx: Context, owner: AccountRow, email: string): Promise<void> {
  const { siteUrl } = ctx.config;
  const values = { name: nameOf(owner), loginLink: `${siteUrl}/auth/login`, resetLink: `${siteUrl}/auth/forgot` };
  await sendMail(ctx, 'account-exists', email, values, { locale: owner.locale });
}

/** Registration while addresses must be confirmed: indistinguishable for known and new addresses. */
async function registerUnobservably(ctx: Context, application: Application): Promise<void> {
  const { email, username } = application.account;
  const owner = await accountByLogin(ctx, email);
  await inTransaction(ctx, async (tx) => {
    await holdUsername(tx, username);
    if (owner) {
      await simulateRegistration(tx, application);
      await notifyOwner(tx, owner, email);
    } else {
      await inTransaction(tx, (inner) => createFromApplication(inner, application));
    }
  }).catch(async (error: unknown) => {
    // The address was registered concurrently, so it is a known one now.
    if (!owner && error instanceof ApiError && error.code === 'email_taken') return registerUnobservably(ctx, application);
    throw error;
  });
}

async function submit(ctx: Context, client: Client, application: Application, respond: CookieSetter): Promise<Registered> {
  const required = ctx.settings.values().requireEmailVerification;
  const answer = { registered: true, emailVerification: { required, sent: true } } as const;
  if (required) {
    await registerUnobservably(ctx, application);
    return { ...answer, token: null, expiresAt: null };
  }
  const { id } = await inTransaction(ctx, (tx) => createFromApplication(tx, application));
  return { ...answer, ...(await startSession(ctx, id, client, { remember: false }, respond)) };
}

async function newAccount(
  ctx: Context,
  role: 'user' | 'performer',
  body: Fan | Performer,
  username: string,
  client: Client,
): Promise<Application['account']> {
  const { email, name, firstName, lastName, phone, gender, country } = body;
  assertCountry(country);
  const passwordHash = await hashPassword(ctx, body.password);
  return {
    id: ctx.random.id(),
    role,
    username,
    email,
    name,
    firstName,
    lastName,
    phone,
    gender,
    country,
    locale: client.language,
    passwordHash,
  };
}

async function generatedUsername(ctx: Context, { name, firstName }: Fan): Promise<string> {
  const [username] = await proposeUsernames(ctx, name ?? firstName ?? '');
  return username ?? fail('service_unavailable');
}

/** Account data that an attacker would guess in a password. */
const guessableNamesIn = ({ username, email, name, firstName, lastName }: Fan | Performer) => [username, email, name, firstName, lastName];

/** Registers a fan; generates a username if none is given. Errors: see POST /auth/users/register. */
export async function registerFan(ctx: Context, client: Client, body: Fan, respond: CookieSetter): Promise<Registered> {
  await assertHuman(ctx, body.recaptchaToken);
  if (body.username !== undefined) await assertUsernameFree(ctx, body.username);
  await assertPasswordUncommon(ctx, body.password, guessableNamesIn(body));
  const username = body.username ?? (await generatedUsername(ctx, body));
  const account = await newAccount(ctx, 'user', body, username, client);
  return submit(ctx, client, { account, complete: () => Promise.resolve() }, respond);
}

/** Both identity documents, or an error that names the missing one. */
function requireBothDocuments(documents: Documents): Record<DocumentType, IncomingFile> {
  const { idVerification, documentVerification } = documents;
  if (idVerification && documentVerification) return { idVerification, documentVerification };
  return failAt(idVerification ? 'documentVerification' : 'idVerification', 'document_required');
}

/**
 * Registers a performer, pending review of the identity documents. The documents are stored before the account is created. If that fails,
 * nothing references them and the sweep deletes them. Errors: see POST /auth/performers/register.
 */
export async function registerPerformer(
  ctx: Context,
  client: Client,
  body: Performer,
  files: Documents,
  respond: CookieSetter,
): Promise<HandlerResult<Api['POST /auth/performers/register']>> {
  await assertHuman(ctx, body.recaptchaToken);
  const documents = requireBothDocuments(files);
  assertOfAge(ctx, body.dateOfBirth);
  await assertUsernameFree(ctx, body.username);
  await assertPasswordUncommon(ctx, body.password, guessableNamesIn(body));
  const { requireEmailVerification } = ctx.settings.values();
  if (!requireEmailVerification && (await accountByLogin(ctx, body.email))) failAt('email', 'email_taken');

  const account = await newAccount(ctx, 'performer', body, body.username, client);
  const ownerId = account.id ?? ctx.random.id();
  const stored = new Map<DocumentType, string>();
  for (const type of documentTypes) stored.set(type, (await storeDocument(ctx, { ownerId, file: documents[type] })).id);
  const complete = async (tx: Context, row: AccountRow): Promise<void> => {
    await createProfile(tx, row.id, body);
    for (const [type, fileId] of stored) await attachDocument(tx, row.id, type, fileId);
    await sendMail(tx, 'application-received', body.email, { name: nameOf(row) });
  };
  return { ...(await submit(ctx, client, { account, complete }, respond)), verification: 'pending' };
}

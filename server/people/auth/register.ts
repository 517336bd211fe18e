/**
 * Registration. While addresses must be confirmed, a known address gets the same response as a new one, after the same work: an account is
 * created and rolled back, and the owner of the address is notified. Otherwise a new account is signed in immediately, which would reveal
 * whether the address is known, so a known address is rejected with email_taken.
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

type FanInput = Parsed<Api['POST /auth/users/register']>['body'];
type PerformerInput = Parsed<Api['POST /auth/performers/register']>['body'];
type Registered = HandlerResult<Api['POST /auth/users/register']>;
type Documents = Record<DocumentType, IncomingFile | undefined>;

/** A validated registration. Only whether its address is known is not checked yet. */
interface ValidatedRegistration {
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

async function createRegisteredAccount(ctx: Context, { account, complete }: ValidatedRegistration): Promise<AccountRow> {
  const row = await createAccount(ctx, account);
  await complete(ctx, row);
  await reportFlaggedProfile(ctx, row.id);
  await sendVerification(ctx, row, account.email);
  return row;
}

/** Does the same work as creating the account, and rolls it back. */
async function simulateRegistration(ctx: Context, registration: ValidatedRegistration): Promise<void> {
  const withoutEmail = { ...registration.account, email: null };
  await inTransaction(ctx, async (tx) => {
    const row = await createAccount(tx, withoutEmail);
    await registration.complete(tx, row);
    await reportFlaggedProfile(tx, row.id);
    await issueLink(tx, 'verify-email', { accountId: row.id, email: registration.account.email });
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
async function registerUnobservably(ctx: Context, registration: ValidatedRegistration): Promise<void> {
  const { email, username } = registration.account;
  const owner = await accountByLogin(ctx, email);
  await inTransaction(ctx, async (tx) => {
    await holdUsername(tx, username);
    if (owner) {
      await simulateRegistration(tx, registration);
      await notifyOwner(tx, owner, email);
    } else {
      await inTransaction(tx, (inner) => createRegisteredAccount(inner, registration));
    }
  }).catch(async (error: unknown) => {
    // The address was registered concurrently, so it is a known one now.
    if (!owner && error instanceof ApiError && error.code === 'email_taken') return registerUnobservably(ctx, registration);
    throw error;
  });
}

async function submit(ctx: Context, client: Client, registration: ValidatedRegistration, cookieSetter: CookieSetter): Promise<Registered> {
  const required = ctx.settings.values().requireEmailVerification;
  const response = { registered: true, emailVerification: { required, sent: true } } as const;
  if (required) {
    await registerUnobservably(ctx, registration);
    return { ...response, token: null, expiresAt: null };
  }
  const { id } = await inTransaction(ctx, (tx) => createRegisteredAccount(tx, registration));
  return { ...response, ...(await startSession(ctx, id, client, { remember: false }, cookieSetter)) };
}

async function newAccount(
  ctx: Context,
  role: 'user' | 'performer',
  body: FanInput | PerformerInput,
  username: string,
  client: Client,
): Promise<ValidatedRegistration['account']> {
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

async function generatedUsername(ctx: Context, { name, firstName }: FanInput): Promise<string> {
  const [username] = await proposeUsernames(ctx, name ?? firstName ?? '');
  return username ?? fail('service_unavailable');
}

/** Account data that an attacker would guess in a password. */
const guessableNamesIn = ({ username, email, name, firstName, lastName }: FanInput | PerformerInput) => [
  username,
  email,
  name,
  firstName,
  lastName,
];

/** Registers a fan; generates a username if none is given. Errors: see POST /auth/users/register. */
export async function registerFan(ctx: Context, client: Client, body: FanInput, cookieSetter: CookieSetter): Promise<Registered> {
  await assertHuman(ctx, body.recaptchaToken);
  if (body.username !== undefined) await assertUsernameFree(ctx, body.username);
  await assertPasswordUncommon(ctx, body.password, guessableNamesIn(body));
  const username = body.username ?? (await generatedUsername(ctx, body));
  const account = await newAccount(ctx, 'user', body, username, client);
  return submit(ctx, client, { account, complete: () => Promise.resolve() }, cookieSetter);
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
  body: PerformerInput,
  files: Documents,
  cookieSetter: CookieSetter,
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
  return { ...(await submit(ctx, client, { account, complete }, cookieSetter)), verification: 'pending' };
}

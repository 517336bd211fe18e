/**
 * Registering. While addresses must be confirmed, a known address gets the same answer as a new one, for the same work:
 * the account is made and taken back, and its owner is told. While they need not be, the new account is signed in at once,
 * which a known address could not be, so it is refused by name.
 */
import type { Api } from '@contract/api';
import type { Parsed, Result } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import { documentTypes, type DocumentType } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { usernameHolds } from '../../platform/db/schema/schema';
import { fail, failAt, Refusal } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { storeDocument, type IncomingFile } from '../../platform/media/files';
import { assertHuman } from '../../platform/captcha/captcha';
import { issueLink } from '../links/links';
import { assertUncommon, hashPassword } from '../passwords/passwords';
import {
  accountByLogin,
  assertUsernameFree,
  createAccount,
  nameOf,
  proposeUsernames,
  sendVerification,
  type AccountRow,
  type NewAccount,
} from '../../modules/people/people';
import { flagProfile } from '../../safety/reports/reports';
import { assertOfAge, attachDocument, createProfile } from '../../modules/performers/performers';
import { assertCountry } from '../../platform/reference/reference';
import { startSession, type CookieSetter } from '../sessions/sessions';

type Fan = Parsed<Api['POST /auth/users/register']>['body'];
type Performer = Parsed<Api['POST /auth/performers/register']>['body'];
type Registered = Result<Api['POST /auth/users/register']>;
type Documents = Record<DocumentType, IncomingFile | undefined>;

/** A registration that was found in order, but for its address. */
interface Application {
  account: NewAccount & { username: string; email: string };
  /** What a new account of this kind has beside its row, made in the same transaction. */
  complete(ctx: Context, account: AccountRow): Promise<void>;
}

/** Ends a transaction without a trace; nothing else is wrong. */
class TakenBack extends Error {}

/** Nobody else may take the name for a while, whether an account was made or not. */
async function holdUsername(ctx: Context, username: string): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + limits.usernameHeld_s * 1000);
  const held = await ctx.db.insert(usernameHolds).values({ username, until }).onConflictDoNothing().returning();
  if (held.length === 0) failAt('username', 'username_taken');
}

async function makeAccount(ctx: Context, { account, complete }: Application): Promise<AccountRow> {
  const row = await createAccount(ctx, account);
  await complete(ctx, row);
  await flagProfile(ctx, row.id);
  await sendVerification(ctx, row, account.email);
  return row;
}

/** Does all that making the account would be, and none of it lasts. */
async function rehearse(ctx: Context, application: Application): Promise<void> {
  const nobodys = { ...application.account, email: null };
  await inTransaction(ctx, async (tx) => {
    const row = await createAccount(tx, nobodys);
    await application.complete(tx, row);
    await flagProfile(tx, row.id);
    await issueLink(tx, 'verify-email', { accountId: row.id, email: application.account.email });
    throw new TakenBack();
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
}

async function tellOwner(ctx: Context, owner: AccountRow, email: string): Promise<void> {
  const { siteUrl } = ctx.config;
  const values = { name: nameOf(owner), loginLink: `${siteUrl}/auth/login`, resetLink: `${siteUrl}/auth/forgot` };
  await sendMail(ctx, 'account-exists', email, values, { locale: owner.locale });
}

/** While addresses must be confirmed: both ways end alike for who asks. */
async function registerQuietly(ctx: Context, application: Application): Promise<void> {
  const { email, username } = application.account;
  const owner = await accountByLogin(ctx, email);
  await inTransaction(ctx, async (tx) => {
    await holdUsername(tx, username);
    if (owner) {
      await rehearse(tx, application);
      await tellOwner(tx, owner, email);
    } else {
      await inTransaction(tx, (inner) => makeAccount(inner, application));
    }
  }).catch(async (error: unknown) => {
    // Somebody registered the address in between: now it is a known one.
    if (!owner && error instanceof Refusal && error.code === 'email_taken') return registerQuietly(ctx, application);
    throw error;
  });
}

async function admit(ctx: Context, client: Client, application: Application, respond: CookieSetter): Promise<Registered> {
  const required = ctx.settings.values().requireEmailVerification;
  const answer = { registered: true, emailVerification: { required, sent: true } } as const;
  if (required) {
    await registerQuietly(ctx, application);
    return { ...answer, token: null, expiresAt: null };
  }
  const { id } = await inTransaction(ctx, (tx) => makeAccount(tx, application));
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
    id: ctx.chance.id(),
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

/** What is guessed of somebody who registers like this. */
const namesIn = ({ username, email, name, firstName, lastName }: Fan | Performer) => [username, email, name, firstName, lastName];

/** Registers a fan; without a username she gets one. Refuses as POST /auth/users/register says. */
export async function registerFan(ctx: Context, client: Client, body: Fan, respond: CookieSetter): Promise<Registered> {
  await assertHuman(ctx, body.recaptchaToken);
  if (body.username !== undefined) await assertUsernameFree(ctx, body.username);
  await assertUncommon(ctx, body.password, namesIn(body));
  const username = body.username ?? (await generatedUsername(ctx, body));
  const account = await newAccount(ctx, 'user', body, username, client);
  return admit(ctx, client, { account, complete: () => Promise.resolve() }, respond);
}

/** Both papers, or a refusal that points at what is missing. */
function bothOf(documents: Documents): Record<DocumentType, IncomingFile> {
  const { idVerification, documentVerification } = documents;
  if (idVerification && documentVerification) return { idVerification, documentVerification };
  return failAt(idVerification ? 'documentVerification' : 'idVerification', 'document_required');
}

/**
 * Registers a performer, whose papers wait for an operator then. They are stored before the account is made; without one
 * nothing uses them, and they are swept. Refuses as POST /auth/performers/register says.
 */
export async function registerPerformer(
  ctx: Context,
  client: Client,
  body: Performer,
  files: Documents,
  respond: CookieSetter,
): Promise<Result<Api['POST /auth/performers/register']>> {
  await assertHuman(ctx, body.recaptchaToken);
  const documents = bothOf(files);
  assertOfAge(ctx, body.dateOfBirth);
  await assertUsernameFree(ctx, body.username);
  await assertUncommon(ctx, body.password, namesIn(body));
  const { requireEmailVerification } = ctx.settings.values();
  if (!requireEmailVerification && (await accountByLogin(ctx, body.email))) failAt('email', 'email_taken');

  const account = await newAccount(ctx, 'performer', body, body.username, client);
  const ownerId = account.id ?? ctx.chance.id();
  const stored = new Map<DocumentType, string>();
  for (const type of documentTypes) stored.set(type, (await storeDocument(ctx, { ownerId, file: documents[type] })).id);
  const complete = async (tx: Context, row: AccountRow): Promise<void> => {
    await createProfile(tx, row.id, body);
    for (const [type, fileId] of stored) await attachDocument(tx, row.id, type, fileId);
    await sendMail(tx, 'application-received', body.email, { name: nameOf(row) });
  };
  return { ...(await admit(ctx, client, { account, complete }, respond)), verification: 'pending' };
}

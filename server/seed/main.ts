/** The demo: accounts and content for an empty site. All accounts are created in one transaction, or none. */
import { sql } from 'drizzle-orm';
import { allDelegateRights } from '@contract/kernel/delegate-rights';
import { inTransaction, type Context } from '../platform/context';
import { accounts } from '../platform/db/schema/accounts';
import { takeAdvisoryLock } from '../platform/db/advisory-lock';
import { hashPassword } from '../people/passwords/passwords';
import { photos } from './art';
import { emailOf, fans, operator, type CastPerson } from './cast';
import { performers } from './cast-performers';
import { seedConsent } from './consent';
import { seedContent, type ContentCast, type Publisher } from './content';
import { seedWebhooks } from './webhooks';
import { seedDelegation } from './delegation';
import { seedLive } from './live';
import { seedPayments } from './money';
import { seedMessages } from './messages';
import { seedModeration } from './safety';
import { seedStores } from './store';
import { addAvatar, createDemoPerformer, createDemoAccount, approveDemoPerformer, storeFiles } from './accounts';

export interface DemoPerson {
  username: string;
  /** A short description. */
  description: string;
  password: string;
}

/** The accounts that `npm start` lists for visitors of the demo. */
const listedPerformers = new Set(['ada', 'bruno', 'chen']);
const secretLength = 16;

/** The captions of posted photos, and how many days ago each was posted. */
const captions = {
  dalia: ['Older than the songs, and it remembers more of them.', 0.2],
  elio: ['The way up. The way down is the same, only faster.', 58],
  gabriel: ['Left hand, right hand, lunch.', 3],
  jonas: ['Two hundred years old, and one small crack.', 74],
  luca: ['The set list for tonight, complete.', 0.4],
  mira: ['Ten minutes, one turn at a time.', 17],
  noor: ['The whole city is downhill if you plan it well.', 26],
  otto: ['Pick one. No, not that one.', 5],
  freya: ['Forty below, and the camera works if you keep the battery in your glove.', 1.3],
  hana: ['Ink on the paper, ink on the cat.', 6],
  imani: ['Sunset over the desk where Friday’s set was made.', 2.6],
  kaia: ['Out before breakfast.', 0.5],
} as const;

/** The performers that a fan follows. */
const followed = new Set(['freya', 'hana', 'imani', 'kaia']);

function castOf(idOf: (username: string) => string): ContentCast {
  const publisher = (username: keyof typeof photos): Publisher => ({ id: idOf(username), photos: photos[username] });
  return {
    full: publisher('ada'),
    musical: publisher('bruno'),
    others: Object.entries(captions).map(([username, [caption, postedDaysAgo]]) => ({
      ...publisher(username as keyof typeof captions),
      caption,
      postedDaysAgo,
      isFollowed: followed.has(username),
    })),
    fans: [idOf('finn'), idOf('hugo')],
  };
}

/** Longer than the slowest machine needs to create the accounts. */
const seedingTimeout_ms = 180_000;

const isEmpty = async (ctx: Context): Promise<boolean> => (await ctx.db.$count(accounts)) === 0;

/**
 * Creates the demo on an empty site and returns the accounts to sign in with; otherwise does nothing. The password is the
 * configured one, or random. The caller has checked that this is a site on the local machine.
 */
export async function seed(ctx: Context): Promise<DemoPerson[]> {
  if (!(await isEmpty(ctx))) return [];
  const password = ctx.config.demoPassword ?? ctx.random.secret().slice(0, secretLength);
  const passwordHash = await hashPassword(ctx, password);
  const stored = new Map<string, Awaited<ReturnType<typeof storeFiles>>>();
  for (const person of performers) stored.set(person.username, await storeFiles(ctx, person));

  const created = await inTransaction(ctx, async (tx) => {
    // Of two concurrent starts, the second waits here, longer than the statement timeout, and finds the accounts of the first.
    await tx.db.execute(sql`set local statement_timeout = ${sql.raw(String(seedingTimeout_ms))}`);
    await takeAdvisoryLock(tx.db, 'demonstration');
    if (!(await isEmpty(tx))) return null;
    const operatorId = await createDemoAccount(tx, 'operator', operator, passwordHash);
    const ids = new Map<string, string>();
    for (const fan of fans) ids.set(fan.username, await createDemoAccount(tx, 'user', fan, passwordHash));
    for (const person of performers) {
      const files = stored.get(person.username);
      if (!files) continue;
      ids.set(person.username, files.performerId);
      await createDemoPerformer(tx, person, files, passwordHash);
      if (person.isApproved) await approveDemoPerformer(tx, operatorId, person, files.performerId);
    }
    const idOf = (username: string): string => ids.get(username) ?? '';
    return { operator: operatorId, idOf };
  });
  if (created === null) return [];
  const { operator: operatorId, idOf } = created;
  const payers = { operator: operatorId, fan: idOf('finn'), popularPerformer: idOf('ada'), trialPerformer: idOf('bruno') };
  await addAvatar(ctx, operator, operatorId);
  for (const fan of fans) await addAvatar(ctx, fan, idOf(fan.username));
  // A demo never moves real money.
  if (ctx.gateways.sandbox !== null) await seedPayments(ctx, payers);
  const cast = castOf(idOf);
  await seedContent(ctx, cast);
  await seedStores(ctx, { seller: cast.full, musician: cast.musical, fans: cast.fans });
  await seedMessages(ctx, { dancer: cast.full, musician: cast.musical, fans: cast.fans });
  const delegate = { id: idOf('hugo'), email: emailOf('hugo') };
  await seedDelegation(ctx, { performer: cast.full, delegate, rights: allDelegateRights });
  await seedLive(ctx, { dancer: cast.full, musician: cast.musical, fan: idOf('finn') });
  const moderation = { waiting: idOf('freya'), warned: idOf('bruno'), reporters: [idOf('finn'), idOf('hugo')] as const };
  await seedModeration(ctx, { operator: operatorId, ...moderation });
  await seedConsent(ctx, { dancer: cast.full, musician: cast.musical });
  await seedWebhooks(ctx, { operator: operatorId, performerId: cast.full.id });
  const listed: CastPerson[] = [operator, ...performers.filter(({ username }) => listedPerformers.has(username)), ...fans];
  return listed.map(({ username, note }) => ({ username, description: note, password }));
}

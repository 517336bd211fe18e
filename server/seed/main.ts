/** The demonstration: people for a site that has nobody yet. All of them are made at once, or nobody is. */
import { sql } from 'drizzle-orm';
import { allHelperRights } from '@contract/kernel/delegate-rights';
import { inTransaction, type Context } from '../platform/context';
import { accounts } from '../platform/db/schema/schema';
import { takeTurn } from '../platform/db/advisory-lock';
import { hashPassword } from '../people/passwords/passwords';
import { address, fans, operator, performers, type CastPerson } from './cast';
import { publishAround, type Company, type Publisher } from './content';
import { tellAround } from './desk-scenes';
import { helpAround } from './helper-scenes';
import { showAround } from './live-scenes';
import { payAround } from './money-scenes';
import { talkAround } from './message-scenes';
import { watchAround } from './safety-scenes';
import { tradeAround } from './store';
import { apply, join, open, storeFiles } from './accounts';

export interface DemoPerson {
  username: string;
  /** Who that is, in a few words. */
  is: string;
  password: string;
}

/** Those whom a visitor of the demonstration would want to be. */
const guides = new Set(['ada', 'bruno', 'chen']);
const secretLength = 16;

const lines = {
  freya: 'Forty below, and the camera works if you keep the battery in your glove.',
  hana: 'Ink on the paper, ink on the cat.',
  imani: 'Sunset over the desk where Friday’s set was made.',
  kaia: 'Out before breakfast.',
};

function companyOf(idOf: (username: string) => string): Company {
  const publisher = (username: string): Publisher => {
    const person = performers.find((known) => known.username === username);
    if (!person) throw new Error(`nobody of the cast is called ${username}`);
    return { id: idOf(username), palette: person.palette };
  };
  return {
    full: publisher('ada'),
    musical: publisher('bruno'),
    others: Object.entries(lines).map(([username, line]) => ({ ...publisher(username), line })),
    fans: [idOf('finn'), idOf('hugo')],
  };
}

/** No other start takes longer to make them, on the slowest machine. */
const seedingEnds_ms = 180_000;

const isEmpty = async (ctx: Context): Promise<boolean> => (await ctx.db.$count(accounts)) === 0;

/**
 * Makes the demonstration's people when the site has nobody, and answers as whom one may sign in; else nothing happens.
 * The password is the one of the configuration, or a new one at random. Whoever calls has checked that this is a site on
 * one's own machine.
 */
export async function seed(ctx: Context): Promise<DemoPerson[]> {
  if (!(await isEmpty(ctx))) return [];
  const password = ctx.config.demoPassword ?? ctx.chance.secret().slice(0, secretLength);
  const passwordHash = await hashPassword(ctx, password);
  const stored = new Map<string, Awaited<ReturnType<typeof storeFiles>>>();
  for (const person of performers) stored.set(person.username, await storeFiles(ctx, person));

  const made = await inTransaction(ctx, async (tx) => {
    // Two who begin at once: the second finds the first one's people, and waits for them longer than statements may take.
    await tx.db.execute(sql`set local statement_timeout = ${sql.raw(String(seedingEnds_ms))}`);
    await takeTurn(tx.db, 'demonstration');
    if (!(await isEmpty(tx))) return null;
    const operatorId = await join(tx, 'operator', operator, passwordHash);
    const ids = new Map<string, string>();
    for (const fan of fans) ids.set(fan.username, await join(tx, 'user', fan, passwordHash));
    for (const person of performers) {
      const files = stored.get(person.username);
      if (!files) continue;
      ids.set(person.username, files.performerId);
      await apply(tx, person, files, passwordHash);
      if (person.isApproved) await open(tx, operatorId, person, files.performerId);
    }
    const idOf = (username: string): string => ids.get(username) ?? '';
    return { operator: operatorId, idOf };
  });
  if (made === null) return [];
  const { operator: operatorId, idOf } = made;
  const payers = { operator: operatorId, fan: idOf('finn'), loved: idOf('ada'), tried: idOf('bruno') };
  // Real money never moves for a demonstration.
  if (ctx.gateways.sandbox !== null) await payAround(ctx, payers);
  const company = companyOf(idOf);
  await publishAround(ctx, company);
  await tradeAround(ctx, { seller: company.full, musician: company.musical, fans: company.fans });
  await talkAround(ctx, { painter: company.full, musician: company.musical, fans: company.fans });
  const helper = { id: idOf('hugo'), email: address('hugo') };
  await helpAround(ctx, { performer: company.full, helper, rights: allHelperRights });
  await showAround(ctx, { dancer: company.full, musician: company.musical, fan: idOf('finn') });
  const watched = { waiting: idOf('freya'), warned: idOf('bruno'), reporters: [idOf('finn'), idOf('hugo')] as const };
  await watchAround(ctx, { operator: operatorId, ...watched });
  await tellAround(ctx, { operator: operatorId, about: company.full.id });
  const shown: CastPerson[] = [operator, ...performers.filter(({ username }) => guides.has(username)), ...fans];
  return shown.map(({ username, note }) => ({ username, is: note, password }));
}

/**
 * Verifies the audit log: recomputes every link of the hash chain from the current rows, in this process and not in the database. It reads
 * one snapshot in batches and does not block the site.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { Db } from '../db/db';

export interface AuditCheckResult {
  ok: boolean;
  /** Number of links that were checked. */
  entries: number;
  /** Entries whose personal data was legitimately erased. */
  forgotten: number;
  /** The problems found, each with its row: at most `differencesMax`. */
  differences: string[];
  checkedAt: Date;
}

const differencesMax = 100;
const batch = 1000;
/** Reading the log of many years takes longer than the default statement timeout. */
const timeout_ms = 600_000;

interface Link extends Record<string, unknown> {
  seq: string;
  entry_id: string;
  hash: string;
  id: string | null;
  digest: string;
  address_digest: string;
  salt: string | null;
  address_salt: string | null;
  address: string | null;
  /** The exact text that Postgres produces for the JSON: the digest depends on it. */
  values: string;
  is_empty: boolean;
  core: string;
}

const digestOf = (salt: string, content: string): string =>
  createHash('sha256')
    .update(salt + content, 'utf8')
    .digest('hex');

const linksAfter = async (db: Db, seq: number): Promise<Link[]> =>
  (
    await db.execute<Link>(sql`
      select c.seq, c.entry_id, c.hash, e.id, e.digest, e.address_digest, e.salt, e.address_salt, e.address,
        jsonb_build_array(e."before", e."after")::text as "values", e."before" is null and e."after" is null as is_empty,
        jsonb_build_array(e.id, e.actor_id, e.action, e.target_type, e.target_id, e.digest, e.address_digest,
          (extract(epoch from e.created_at) * 1000000)::bigint)::text as core
      from audit_chain c left join audit_log e on e.id = c.entry_id
      where c.seq > ${seq} order by c.seq limit ${batch}`)
  ).rows;

/** Whether the content matches its digest, or was erased completely. */
const isIntact = (salt: string | null, content: string, digest: string, isEmpty: boolean): boolean =>
  salt === null ? isEmpty : digestOf(salt, content) === digest;

/** The problems of one link, given the previous one. */
function* problemsOf(link: Link, previous: { seq: number; hash: string }): Generator<string> {
  const row = `entry ${link.entry_id} (number ${link.seq})`;
  if (Number(link.seq) !== previous.seq + 1) yield `${row}: the links before it are missing`;
  if (link.id === null) {
    yield `${row} was removed`;
    return;
  }
  if (digestOf(previous.hash, link.core) !== link.hash) yield `${row} or the link before it was changed`;
  if (!isIntact(link.salt, link.values, link.digest, link.is_empty)) yield `${row}: its old or new values were changed`;
  if (!isIntact(link.address_salt, link.address ?? '', link.address_digest, link.address === null))
    yield `${row}: its IP address was changed`;
}

/** Problems that no single link shows: a truncated chain, and entries without a link. */
async function problemsBeyondLinks(db: Db, last: { seq: number; hash: string }): Promise<string[]> {
  const { rows } = await db.execute<{ seq: string; hash: string }>(sql`select seq, hash from audit_head`);
  const [head] = rows;
  const isTruncated = Number(head?.seq) !== last.seq || head?.hash !== last.hash;
  const unlinked = await db.execute<{ id: string }>(sql`
    select e.id from audit_log e left join audit_chain c on c.entry_id = e.id where c.entry_id is null order by e.id limit ${differencesMax}`);
  return [
    ...(isTruncated ? [`the chain ends at number ${String(last.seq)}, which does not match its head`] : []),
    ...unlinked.rows.map(({ id }) => `entry ${id} is not part of the chain`),
  ];
}

/** Recomputes the whole chain and returns the differences. Takes up to ten minutes. */
export function checkAudit(ctx: Pick<Context, 'db' | 'clock'>): Promise<AuditCheckResult> {
  const checkedAt = ctx.clock.now();
  return ctx.db.transaction(
    async (db) => {
      await db.execute(sql`set local statement_timeout = ${sql.raw(String(timeout_ms))}`);
      const differences: string[] = [];
      let [last, entries, forgotten] = [{ seq: 0, hash: '' }, 0, 0];
      for (let links = await linksAfter(db, 0); links.length > 0; links = await linksAfter(db, last.seq))
        for (const link of links) {
          differences.push(...problemsOf(link, last));
          last = { seq: Number(link.seq), hash: link.hash };
          entries += 1;
          if (link.id !== null && link.salt === null) forgotten += 1;
        }
      differences.push(...(await problemsBeyondLinks(db, last)));
      return { ok: differences.length === 0, entries, forgotten, differences: differences.slice(0, differencesMax), checkedAt };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

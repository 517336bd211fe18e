/** The files that a performer has sent in messages, to be sent again: to how many, who paid, and what one fan has of each. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { VaultFile } from '@contract/talk/chat';
import type { Parsed } from '@contract/endpoint';
import type fansContract from '@contract/talk/fans';
import type { Page } from '@contract/kernel/shapes';
import { vaultTypes, type vaultMarks } from '@contract/values';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { charges, files, messageFiles, messages } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import { filesById } from '../../platform/media/claims';
import { fileAnswer } from '../../platform/media/files';
import { sharedFileUse } from '../../modules/messages/messages';

export type VaultFileAnswer = z.output<typeof VaultFile>;
type VaultQuery = Parsed<(typeof fansContract)['GET /performer/vault']>['query'];
type Mark = (typeof vaultMarks)[number];

interface Told extends Record<string, unknown> {
  file_id: string;
  sent_to: number;
  bought_by: number;
  mark: Mark | null;
}

/** Who has which file, in one query for all of them. A file that somebody bought and was also given is hers by her purchase. */
async function told(ctx: Context, ids: readonly string[], fanId: string | null): Promise<Map<string, Told>> {
  const { rows } = await ctx.db.execute<Told>(sql`
    select mf.file_id, count(distinct mf.receiver_id)::int as sent_to,
      (count(distinct mf.receiver_id) filter (where c.id is not null))::int as bought_by,
      case when bool_or(c.id is not null) filter (where mf.receiver_id = ${fanId}::uuid) then 'bought'
        when bool_or(m.price_cents is null) filter (where mf.receiver_id = ${fanId}::uuid) then 'sent'
        when bool_or(true) filter (where mf.receiver_id = ${fanId}::uuid) then 'offered' end as mark
    from ${messageFiles} mf
    join ${messages} m on m.id = mf.message_id
    left join ${charges} c on c.target_id = m.id and c.user_id = mf.receiver_id and c.type = 'message' and c.status = 'success'
    where mf.file_id in ${[...ids]}
    group by mf.file_id`);
  return new Map(rows.map((row) => [row.file_id, row]));
}

async function vaultFilesById(
  ctx: Context,
  performer: Actor,
  ids: readonly string[],
  fanId: string | null,
): Promise<Map<string, VaultFileAnswer>> {
  const rows = await filesById(ctx, ids);
  const known = await told(ctx, ids, fanId);
  return new Map(
    [...rows.values()].map((row) => {
      const { sent_to: sentTo = 0, bought_by: boughtBy = 0, mark = null } = known.get(row.id) ?? {};
      return [row.id, { ...fileAnswer(ctx, row, performer), sentTo, boughtBy, mark }];
    }),
  );
}

/** A page of them, the newest first. */
export function vaultOf(ctx: Context, performer: Actor, query: VaultQuery): Promise<Page<VaultFileAnswer>> {
  const source = ctx.db
    .select({ id: files.id, createdAt: files.createdAt })
    .from(files)
    .where(
      and(
        eq(files.ownerId, performer.id),
        inArray(files.type, query.type === undefined ? [...vaultTypes] : [query.type]),
        eq(files.attachedTo, sharedFileUse(performer.id)),
        query.q === undefined ? undefined : contains(files.name, query.q),
      ),
    )
    .as('found');
  // A file never changes its place: both orders that the list offers are one.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => vaultFilesById(ctx, performer, ids, query.fanId ?? null));
}

/**
 * The vault: files that a performer has sent in messages and can send again, with counts of recipients and buyers. For one fan, `mark` is
 * whether they have bought the file, received it for free, or only been offered it.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { VaultFile } from '@contract/talk/chat';
import type { Parsed } from '@contract/kernel/endpoint';
import type fansContract from '@contract/talk/fans';
import type { Page } from '@contract/kernel/shapes';
import { vaultTypes, type vaultMarks } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { files } from '../../platform/db/schema/files';
import { messageFiles, messages } from '../../platform/db/schema/messages';
import { charges } from '../../platform/db/schema/money';
import type { Actor } from '../../platform/http/actor';
import { filesById } from '../../platform/media/claims';
import { fileResponse } from '../../platform/media/files';
import { isAttachedTo } from '../../platform/media/uses';
import { sharedFileUse } from '../messages/files';

export type VaultFileResponse = z.output<typeof VaultFile>;
type VaultQuery = Parsed<(typeof fansContract)['GET /performer/vault']>['query'];
type Mark = (typeof vaultMarks)[number];

interface FileUsage extends Record<string, unknown> {
  file_id: string;
  sent_to: number;
  bought_by: number;
  mark: Mark | null;
}

/** Recipients and buyers of each file, in one query. A file that a fan both bought and got for free counts as bought. */
async function usageByFile(ctx: Context, ids: readonly string[], fanId: string | null): Promise<Map<string, FileUsage>> {
  const { rows } = await ctx.db.execute<FileUsage>(sql`
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
): Promise<Map<string, VaultFileResponse>> {
  const rows = await filesById(ctx, ids);
  const usage = await usageByFile(ctx, ids, fanId);
  return new Map(
    [...rows.values()].map((row) => {
      const { sent_to: sentTo = 0, bought_by: boughtBy = 0, mark = null } = usage.get(row.id) ?? {};
      return [row.id, { ...fileResponse(ctx, row, performer), sentTo, boughtBy, mark }];
    }),
  );
}

/** A page of vault files, newest first. */
export function vaultOf(ctx: Context, performer: Actor, query: VaultQuery): Promise<Page<VaultFileResponse>> {
  const source = ctx.db
    .select({ id: files.id, createdAt: files.createdAt })
    .from(files)
    .where(
      and(
        eq(files.ownerId, performer.id),
        inArray(files.type, query.type === undefined ? [...vaultTypes] : [query.type]),
        isAttachedTo(sharedFileUse(performer.id)),
        query.q === undefined ? undefined : contains(files.name, query.q),
      ),
    )
    .as('found');
  // Files never change, so both sort orders of the list are the same.
  return readPage(ctx, { ...query, sortBy: 'createdAt' }, source, (ids) => vaultFilesById(ctx, performer, ids, query.fanId ?? null));
}

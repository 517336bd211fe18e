/** Undeliverable addresses, for operators. */
import { and, count, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type adminContract from '@contract/site/admin';
import type { Parsed } from '@contract/kernel/endpoint';
import type { MailHealth as HealthSchema, UndeliverableAddress as AddressSchema } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import { day_ms } from '@contract/kernel/units';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { bounceReports, bouncedAddresses } from '../../platform/db/schema/site';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { markDeliverable } from '../../platform/mail/bounces';

type Address = z.output<typeof AddressSchema>;
type Query = Parsed<(typeof adminContract)['GET /admin/mails/undeliverable/search']>['query'];

const healthWindow_ms = 30 * day_ms;

/** Bounces and complaints of the last 30 days, and how the site receives them. */
export async function mailHealth(ctx: Context): Promise<z.output<typeof HealthSchema>> {
  const since = new Date(ctx.clock.now().getTime() - healthWindow_ms);
  const countsByKind = await ctx.db
    .select({ kind: bounceReports.kind, reports: count() })
    .from(bounceReports)
    .where(gt(bounceReports.createdAt, since))
    .groupBy(bounceReports.kind);
  const countOf = (kind: (typeof countsByKind)[number]['kind']): number => countsByKind.find((row) => row.kind === kind)?.reports ?? 0;
  return {
    hard: countOf('hard'),
    soft: countOf('soft'),
    complaint: countOf('complaint'),
    undeliverable: await ctx.db.$count(bouncedAddresses, isNotNull(bouncedAddresses.undeliverableSince)),
    hearsByWebhook: ctx.config.mailEventsSecret !== null,
    hearsByMailbox: ctx.config.bounceImapUrl !== null,
  };
}

/** The addresses marked undeliverable. */
export function searchUndeliverable(ctx: Context, { q, ...query }: Query): Promise<Page<Address>> {
  const { id, address, createdAt, updatedAt, undeliverableSince } = bouncedAddresses;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(bouncedAddresses)
    .where(and(isNotNull(undeliverableSince), q === undefined ? undefined : contains(address, q)))
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(bouncedAddresses).where(inArray(id, ids));
    return new Map(
      rows.map((row) => [
        row.id,
        {
          _id: row.id,
          address: row.address,
          reason: row.reason ?? '',
          since: row.undeliverableSince ?? row.updatedAt,
          createdAt: row.createdAt,
        },
      ]),
    );
  });
}

/** Clears the mark, so that mail is sent to the address again; audited. Rejects with mail_address_not_found if it is not marked. */
export function clearAddress(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const isMarked = and(eq(bouncedAddresses.id, id), isNotNull(bouncedAddresses.undeliverableSince));
    const [row] = await tx.db.select().from(bouncedAddresses).where(isMarked).for('update');
    if (!row) return fail('mail_address_not_found');
    await markDeliverable(tx, row.address);
    await audit(tx, actor, client, {
      action: 'mails.clear',
      targetType: 'mail-address',
      targetId: id,
      before: { address: row.address, reason: row.reason },
    });
  });
}

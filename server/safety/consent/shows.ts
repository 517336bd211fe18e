/** Appearances in live shows, as the people named in them see them. */
import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type consentContract from '@contract/safety/consent';
import type { Context } from '../../platform/context';
import { appearances } from '../../platform/db/schema/consent';
import { streams, streamSessions } from '../../platform/db/schema/streaming';
import type { Actor } from '../../platform/http/actor';
import { showLink } from '../../platform/notification-texts';
import { cardsById } from '../../people/performers/rows';

export type AppearanceResponse = z.output<(typeof consentContract)['GET /appearances']['response']>['data'][number];

/** The appearances among `ids` that are in live shows, by id. Uses two queries for any number of them. */
export async function showAppearances(ctx: Context, actor: Actor, ids: readonly string[]): Promise<Map<string, AppearanceResponse>> {
  const rows = await ctx.db
    .select({ appearance: appearances, stream: streams, session: streamSessions })
    .from(appearances)
    .innerJoin(streams, eq(streams.id, appearances.streamId))
    .leftJoin(streamSessions, eq(streamSessions.id, appearances.sessionId))
    .where(inArray(appearances.id, [...ids]));
  const cards = await cardsById(
    ctx,
    actor.id,
    rows.map(({ stream }) => stream.performerId),
  );
  return new Map(
    rows.flatMap(({ appearance: { id, consent, version, askedAt, answeredAt }, stream, session }) => {
      const performer = cards.get(stream.performerId);
      if (!performer) return [];
      const isLive = session !== null && session.status !== 'ended';
      const item = {
        kind: 'show' as const,
        _id: session?.id ?? stream.id,
        title: session?.title ?? '',
        performer,
        status: session?.status ?? ('ahead' as const),
        isRecording: (session ?? stream).isRecording,
        startedAt: session?.liveAt ?? null,
        endedAt: session?.endedAt ?? null,
      };
      const link = isLive ? showLink(stream.performerId) : null;
      return [[id, { _id: id, consent, version, link, item, askedAt, answeredAt }] as const];
    }),
  );
}

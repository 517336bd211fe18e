/** Demo data for consent: one creator waits for the consent of another, and a release waits for an operator. */
import type { Context } from '../platform/context';
import { addRelease } from '../safety/consent/releases';
import { createFeed } from '../content/feeds/write';
import { asPerformer, inOneTransaction, type Publisher } from './content';
import { withIdentityDocument } from './pictures';

/** The musician names the dancer in a post, and the dancer adds the release of someone without an account. */
export async function seedConsent(ctx: Context, { dancer, musician }: { dancer: Publisher; musician: Publisher }): Promise<void> {
  await createFeed(ctx, asPerformer(ctx, musician), {
    type: 'text',
    text: 'Eleven takes of one song, and the dance that goes with it.',
    audience: 'public',
    participantIds: [dancer.id],
  });
  const signed = { name: 'Mina Roth', dateOfBirth: '1990-05-01', signedOn: '2026-01-10' };
  await withIdentityDocument((document) =>
    addRelease(ctx, asPerformer(ctx, dancer), { form: document, identity: document }, signed, inOneTransaction(ctx)),
  );
}

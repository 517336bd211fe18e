/**
 * The item or show that an answer is about, and the effects of the answer: an item is listed or unlisted, and a show updates the
 * names of its people.
 */
import { eq } from 'drizzle-orm';
import type { Consent, ConsentEvent } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { itemLink, itemLabel } from '../../platform/notification-texts';
import { syncListing } from '../../content/items/listing';
import { updateItemConsent, type Appearance } from '../../content/items/people';
import type { ItemRow } from '../../content/items/publishing-options';
import { notify } from '../../people/notifications/notify';
import { applyConsentAnswer, lockShowOfAppearance, type LockedShow } from '../../live/streaming/people';

type AnswerEvent = Exclude<Consent, 'asked'> | 'not-me';
type EventTexts = Readonly<Record<AnswerEvent, string>>;

const itemTexts = {
  accepted: (label: string) => `agreed to be shown in your ${label}.`,
  declined: (label: string) => `declined to be shown in your ${label}. It stays hidden.`,
  withdrawn: (label: string) => `withdrew consent to be shown in your ${label}. We took it down.`,
  'not-me': (label: string) => `said they’re not in your ${label}. We removed their name.`,
} as const satisfies Partial<Record<ConsentEvent, (label: string) => string>>;

/** By the phase of the show: not started, live, or ended. */
const showTexts = {
  ahead: {
    accepted: 'agreed to appear in your next live stream.',
    declined: 'declined to appear in your next live stream.',
    withdrawn: 'withdrew consent to appear in your next live stream.',
    'not-me': 'said they’re not in your next live stream. We removed their name.',
  },
  live: {
    accepted: 'agreed to appear in your live stream.',
    declined: 'declined to appear in your live stream. Keep them off camera and off mic.',
    withdrawn: 'withdrew consent to appear in your live stream. Keep them off camera and off mic.',
    'not-me': 'said they’re not in your live stream. We removed their name.',
  },
  ended: {
    accepted: 'agreed to appear in your live stream.',
    declined: 'declined to appear in your live stream. The recording stays hidden.',
    withdrawn: 'withdrew consent to appear in your live stream. The recording stays hidden.',
    'not-me': 'said they weren’t in your live stream. We removed their name.',
  },
} as const satisfies Record<string, EventTexts>;

type ConsentSubject = ItemRow | LockedShow;

/** Locks the item or show of an appearance; null if it no longer exists. */
export async function lockConsentSubject(tx: Context, appearance: Appearance): Promise<ConsentSubject | null> {
  if (appearance.itemId === null) return lockShowOfAppearance(tx, appearance);
  const [item] = await tx.db.select().from(items).where(eq(items.id, appearance.itemId)).for('update');
  return item ?? null;
}

const phaseOf = ({ session }: LockedShow): keyof typeof showTexts => {
  if (session === null) return 'ahead';
  return session.status === 'ended' ? 'ended' : 'live';
};

const linkTo = (subject: ConsentSubject): string => {
  if (subject.kind === 'show') return '/creator/live';
  return subject.kind === 'photo' ? '/creator/content' : itemLink(subject.kind, subject.id);
};

/** Applies the effects of an answer to the locked item or show, and notifies its owner. */
export async function applyAnswer(tx: Context, subject: ConsentSubject, { id, personId }: Appearance, event: AnswerEvent): Promise<void> {
  if (subject.kind !== 'show') {
    await updateItemConsent(tx, [subject.id]);
    await syncListing(tx, subject.id);
  } else if (personId !== null) await applyConsentAnswer(tx, subject, personId, event);
  await notify(tx, subject.performerId, {
    type: 'consent',
    actorId: personId,
    link: linkTo(subject),
    text: subject.kind === 'show' ? showTexts[phaseOf(subject)][event] : itemTexts[event](itemLabel[subject.kind]),
    event: `consent-answer:${id}:${tx.random.id()}`,
  });
}

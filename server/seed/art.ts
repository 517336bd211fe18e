/** The demo's pictures: whose they are, and what they show. `npm run demo:art` draws them. */
import { join } from 'node:path';

export const artFolder = join(process.cwd(), 'server/seed/art');

/** A picture's file below the folder. */
const file = (name: string): string => `${name}.webp`;
const photosOf = (...names: string[]): string[] => names.map((name) => file(`photos/${name}`));

export const avatarOf = (username: string): string => file(`people/${username}`);
export const coverOf = (username: string): string => file(`covers/${username}`);

/** A blank card: a stand-in for an identity document. */
export const identityCard = file('identity-card');

/** What performers post, by user name: no picture twice. */
export const photos = {
  ada: photosOf('lighthouse', 'four-chairs', 'studio-morning', 'studio-barre', 'wings', 'leap', 'light-dance', 'costumes'),
  bruno: photosOf('pedals'),
  dalia: photosOf('oud'),
  elio: photosOf('contours'),
  freya: photosOf('polar-night', 'lens'),
  gabriel: photosOf('drums', 'oranges'),
  hana: photosOf('enso', 'ink-cat'),
  imani: photosOf('decks'),
  jonas: photosOf('cello'),
  kaia: photosOf('riso-wave', 'boards'),
  luca: photosOf('laughter'),
  mira: photosOf('kathak'),
  noor: photosOf('iso-town', 'skates'),
  otto: photosOf('cards'),
} satisfies Record<string, string[]>;

/** The pictures of the stores: Ada's in the order of the products, then the preview of the sketch and the sketch for sale. */
export const storePhotos = {
  ada: photosOf('lighthouse-print', 'pin', 'scarf', 'chairs-sketch', 'chairs-sketch'),
  bruno: photosOf('loops'),
};

/** The photos that Ada sends in messages: a free one and a paid one. */
export const messagePhotos = photosOf('ticket', 'trio');

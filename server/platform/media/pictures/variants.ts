/** The renditions of a file by their names. The names are few and known, so that a removal finds also what a crash left without a word. */
import * as limits from '@contract/kernel/limits';
import { kindOfFile, type FileType } from '@contract/values';
import type { StoredVariant } from '../../db/schema/files';
import { isConverted } from '../content';

/** Pictures of every size, the largest first. */
export const pictureNames = ['full', 'medium', 'small'] as const;
/** For those who may not see the file: made from 32 pixels, so that there is nothing in it to be sharpened. */
export const lockedName = 'locked';
/** An address of its own for saving; it stands for the best rendition, and is the only one of a file that is kept as it came. */
export const downloadName = 'download';
export const posterNames = ['poster', 'poster-small'] as const;
/** Of one moment of a video, counted from 1. */
export const frameName = (frame: number): string => `frame-${String(frame)}`;
export const frameNames = Array.from({ length: limits.videoFrames }, (_, index) => frameName(index + 1));
/** The first to be ready, at 360 lines or as many as the source has; then the best. */
export const firstMp4 = 'mp4-first';
export const bestMp4 = 'mp4';
export const soundName = 'audio';
export const playlistName = 'hls';
export const rungMax = 4;
const rungs = Array.from({ length: rungMax }, (_, index) => index + 1);
/** The playlist of one height, and its segments: one object, of which the playlist names parts. */
export const rungName = (rung: number): string => `hls-${String(rung)}`;
export const segmentsName = (rung: number): string => `hls-${String(rung)}-segments`;

export const playlistType = 'application/vnd.apple.mpegurl';

const convertedNames = [
  firstMp4,
  bestMp4,
  soundName,
  playlistName,
  ...rungs.flatMap((rung) => [rungName(rung), segmentsName(rung)]),
  ...posterNames,
  ...frameNames,
  lockedName,
];

/** Where a rendition of a file lies. */
export const keyOf = (fileId: string, name: string): string => `files/${fileId}/${name}`;
/** Where what was uploaded lies until the renditions are made. */
export const originalKey = (fileId: string): string => keyOf(fileId, 'original');

/** Every place where something of the file may lie, said or unsaid. */
export function placesOf(row: { id: string; type: FileType; variants: StoredVariant[] }): string[] {
  const said = row.variants.map(({ key }) => key);
  if (kindOfFile[row.type] === 'digital') return [...new Set([...said, keyOf(row.id, downloadName)])];
  if (!isConverted(kindOfFile[row.type])) return said;
  return [...new Set([...said, ...convertedNames.map((name) => keyOf(row.id, name)), originalKey(row.id)])];
}

type Named = Pick<StoredVariant, 'name'>;
const find = <V extends Named>(variants: readonly V[], names: readonly string[]): V | undefined =>
  names.map((name) => variants.find((variant) => variant.name === name)).find((variant) => variant !== undefined);

/** The best single rendition: what is shown large, played without a playlist, or saved. */
export const mainVariant = <V extends Named>(variants: readonly V[]): V | undefined =>
  find(variants, [bestMp4, firstMp4, soundName, 'full', downloadName]);

/** Pictures of it, large to small. */
export const pictureVariants = <V extends Named>(variants: readonly V[]): V[] =>
  [...pictureNames, ...posterNames, ...frameNames].flatMap((name) => find(variants, [name]) ?? []);

/** The picture for lists. */
export const thumbnailVariant = <V extends Named>(variants: readonly V[]): V | undefined =>
  find(variants, ['small', 'poster-small', 'medium', 'poster', 'full']);

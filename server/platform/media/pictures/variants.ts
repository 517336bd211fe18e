/** Names of a file's renditions. The set of names is fixed, so that a deletion also finds renditions that a crash left unrecorded. */
import * as limits from '@contract/kernel/limits';
import { uploadKindByFileType, type FileType } from '@contract/kernel/values/files';
import type { StoredVariant } from '../../db/schema/files';
import { isConverted } from '../content';

/** Image renditions, largest first. */
export const pictureNames = ['full', 'medium', 'small'] as const;
/** The preview for viewers without access: made from 32 pixels, so that no detail can be recovered. */
export const lockedName = 'locked';
/** The name for downloads: an alias of the best rendition, and the only rendition of a digital product, which is not converted. */
export const downloadName = 'download';
export const posterNames = ['poster', 'poster-small'] as const;
/** A frame of a video, counted from 1. */
export const frameName = (frame: number): string => `frame-${String(frame)}`;
export const frameNames = Array.from({ length: limits.videoFrames }, (_, index) => frameName(index + 1));
/** The early MP4, at height 360 or the source's if it is lower. */
export const firstMp4 = 'mp4-first';
export const bestMp4 = 'mp4';
export const audioName = 'audio';
export const playlistName = 'hls';
export const rungMax = 4;
const rungs = Array.from({ length: rungMax }, (_, index) => index + 1);
/** The playlist of one height. Its segments are byte ranges of one object. */
export const rungName = (rung: number): string => `hls-${String(rung)}`;
export const segmentsName = (rung: number): string => `hls-${String(rung)}-segments`;

export const playlistType = 'application/vnd.apple.mpegurl';

const convertedNames = [
  firstMp4,
  bestMp4,
  audioName,
  playlistName,
  ...rungs.flatMap((rung) => [rungName(rung), segmentsName(rung)]),
  ...posterNames,
  ...frameNames,
  lockedName,
];

/** The storage key of a rendition. */
export const keyOf = (fileId: string, name: string): string => `files/${fileId}/${name}`;
/** The storage key of the uploaded file until the renditions are made. */
export const originalKey = (fileId: string): string => keyOf(fileId, 'original');

/** Every storage key that the file may use, recorded or not. */
export function storageKeysOf(row: { id: string; type: FileType; variants: StoredVariant[] }): string[] {
  const recorded = row.variants.map(({ key }) => key);
  if (uploadKindByFileType[row.type] === 'digital') return [...new Set([...recorded, keyOf(row.id, downloadName)])];
  if (!isConverted(uploadKindByFileType[row.type])) return recorded;
  return [...new Set([...recorded, ...convertedNames.map((name) => keyOf(row.id, name)), originalKey(row.id)])];
}

type Named = Pick<StoredVariant, 'name'>;
const find = <V extends Named>(variants: readonly V[], names: readonly string[]): V | undefined =>
  names.map((name) => variants.find((variant) => variant.name === name)).find((variant) => variant !== undefined);

/** The best single rendition: shown large, played without a playlist, or downloaded. */
export const mainVariant = <V extends Named>(variants: readonly V[]): V | undefined =>
  find(variants, [bestMp4, firstMp4, audioName, 'full', downloadName]);

/** Image renditions, large to small. */
export const pictureVariants = <V extends Named>(variants: readonly V[]): V[] =>
  [...pictureNames, ...posterNames, ...frameNames].flatMap((name) => find(variants, [name]) ?? []);

/** The image for lists. */
export const thumbnailVariant = <V extends Named>(variants: readonly V[]): V | undefined =>
  find(variants, ['small', 'poster-small', 'medium', 'poster', 'full']);

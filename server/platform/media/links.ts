/** The addresses of a file's renditions for one viewer. Who may open what is asked of `server/entitlements` before. */
import type { z } from 'zod';
import type { File } from '@contract/kernel/entities';
import type { Right } from '@contract/kernel/rights';
import { kindOfFile, type FileType } from '@contract/values';
import type { Context } from '../context';
import type { files, StoredVariant } from '../db/schema/files';
import type { Actor } from '../http/actor';
import { mayDo } from '../rights';
import { isConverted } from './content';
import { guestViewer, linkKey, publicAddress, signedAddress } from './signed-links';
import { downloadName, frameNames, lockedName, mainVariant, pictureVariants, playlistName, thumbnailVariant } from './pictures/variants';

type FileRow = typeof files.$inferSelect;
type Addresses = Pick<z.output<typeof File>, 'url' | 'thumbnails' | 'thumbnailUrl' | 'sources' | 'frames' | 'downloadUrl'>;

/** Seen by everybody, for ever at the same address. */
export type PublicFileType = 'avatar' | 'cover' | 'site-image';

/** Who asks for a file's addresses. */
export interface Viewer {
  id: string;
  rights: readonly Right[];
  /** Somebody who works for the account. */
  by?: Actor['by'];
}

type World = Pick<Context, 'clock' | 'config'>;

const nowhere: Addresses = { url: null, thumbnails: [], thumbnailUrl: null, sources: [], frames: [], downloadUrl: null };
const publicTypes = new Set<FileType>(['avatar', 'cover', 'site-image']);
/** Shown before the lock. */
const teaserTypes = new Set<FileType>(['feed-teaser', 'video-teaser', 'welcome-video']);

/** Whether everybody may see files of this type. */
export function isPublic(type: FileType): type is PublicFileType {
  return publicTypes.has(type);
}

/** Documents prove who somebody is: they are sealed, and shown to their owner and to those operators alone who decide on them. */
export function mayReadDocument(row: Pick<FileRow, 'ownerId'>, viewer: Viewer | null): boolean {
  return viewer !== null && viewer.by === undefined && (viewer.id === row.ownerId || mayDo(viewer, 'papers.decide'));
}

/** The lasting address of a picture that everybody may see. */
export const openAddress = (ctx: Pick<Context, 'config'>, fileId: string, variant: string): string =>
  publicAddress(ctx.config.apiUrl, fileId, variant);

/** An address that opens for this viewer alone (`null`: a guest; it then opens for anybody who may see the file), for minutes. */
export function privateAddress(ctx: World, fileId: string, variant: string, viewerId: string | null): string {
  const subject = { fileId, variant, viewerId: viewerId ?? guestViewer };
  return signedAddress(ctx.config.apiUrl, linkKey(ctx.config.appSecret), subject, ctx.clock.now());
}

/** How this viewer addresses renditions of the file; null where she may not open any. */
function addressing(ctx: World, row: FileRow, viewer: Viewer | null): ((variant: string) => string) | null {
  if (isPublic(row.type)) return (variant) => openAddress(ctx, row.id, variant);
  if (row.type === 'document' && !mayReadDocument(row, viewer)) return null;
  return (variant) => privateAddress(ctx, row.id, variant, viewer?.id ?? null);
}

/** Converted files are played as soon as there is something to play; pictures are there whole or not at all. */
export const isShowable = (row: FileRow): boolean =>
  row.status === 'finished' || (row.status === 'processing' && isConverted(kindOfFile[row.type]) && row.variants.length > 0);

/** The moments that a thumbnail may be made of. */
const framesOf = ({ variants }: FileRow): { frame: number; name: string }[] =>
  frameNames.map((name, index) => ({ frame: index + 1, name })).filter(({ name }) => variants.some((variant) => variant.name === name));

/** Every address that the viewer may have of the file. */
export function addressesOf(ctx: World, row: FileRow, viewer: Viewer | null): Addresses {
  const addressOf = isShowable(row) ? addressing(ctx, row, viewer) : null;
  if (!addressOf) return nowhere;
  const main = mainVariant(row.variants);
  const [pictures, thumbnail] = [pictureVariants(row.variants), thumbnailVariant(row.variants)];
  const isPicture = row.width !== null;
  const played = isConverted(kindOfFile[row.type]) ? row.variants.filter(({ contentType }) => contentType.endsWith('/mp4')) : [];
  const playlist = row.variants.find(({ name }) => name === playlistName);
  return {
    url: main ? addressOf(main.name) : null,
    thumbnails: isPicture ? pictures.map(({ name }) => addressOf(name)) : [],
    thumbnailUrl: isPicture && thumbnail ? addressOf(thumbnail.name) : null,
    sources: [
      ...(playlist ? [{ type: 'hls' as const, url: addressOf(playlist.name), height: playlist.height }] : []),
      ...played
        .toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
        .map(({ name, height }) => ({ type: 'mp4' as const, url: addressOf(name), height })),
    ],
    frames: viewer?.id === row.ownerId ? framesOf(row).map(({ frame, name }) => ({ frame, url: addressOf(name) })) : [],
    downloadUrl: main && !isPublic(row.type) ? addressOf(downloadName) : null,
  };
}

/** The addresses before the lock: a teaser's, else the locked picture's. */
export function lockedAddresses(ctx: World, row: FileRow, viewer: Viewer | null): Addresses {
  if (teaserTypes.has(row.type)) return { ...addressesOf(ctx, row, viewer), downloadUrl: null };
  if (!isShowable(row) || !row.variants.some(({ name }) => name === lockedName)) return nowhere;
  const address = privateAddress(ctx, row.id, lockedName, viewer?.id ?? null);
  return { ...nowhere, thumbnails: [address], thumbnailUrl: address };
}

const isComment = (line: string): boolean => line.startsWith('#') || line.trim() === '';

/** A playlist whose lines, names of this file's other renditions, are addresses signed for the viewer of the playlist. */
export function signedPlaylist(
  ctx: World,
  fileId: string,
  variants: readonly StoredVariant[],
  text: string,
  viewerId: string | null,
): string {
  const names = new Set(variants.map(({ name }) => name));
  const addresses = new Map<string, string>();
  const lines = text.split('\n').map((line) => {
    if (isComment(line) || !names.has(line.trim())) return isComment(line) ? line : '';
    const name = line.trim();
    // One object has many segments: they share its address.
    const address = addresses.get(name) ?? privateAddress(ctx, fileId, name, viewerId);
    addresses.set(name, address);
    return address;
  });
  return lines.join('\n');
}

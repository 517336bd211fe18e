/** URLs of a file's renditions for a viewer. Access was checked before with `server/content/entitlements`. */
import type { z } from 'zod';
import type { File } from '@contract/kernel/entities';
import type { Right } from '@contract/kernel/rights';
import { uploadKindByFileType, type FileType } from '@contract/kernel/values/files';
import type { Context } from '../context';
import type { files, StoredVariant } from '../db/schema/files';
import type { Actor } from '../http/actor';
import { hasRight } from '../rights';
import { isConverted } from './content';
import { guestViewer, linkKey, publicMediaUrl, signedMediaUrl } from './signed-links';
import { downloadName, frameNames, lockedName, mainVariant, pictureVariants, playlistName, thumbnailVariant } from './pictures/variants';

type FileRow = typeof files.$inferSelect;
type FileUrls = Pick<z.output<typeof File>, 'url' | 'thumbnails' | 'thumbnailUrl' | 'sources' | 'frames' | 'downloadUrl'>;

/** Types of public files, which have permanent URLs. */
export type PublicFileType = 'avatar' | 'cover' | 'site-image';

/** The viewer of a file. */
export interface Viewer {
  id: string;
  rights: readonly Right[];
  /** The delegate who acts for the account. */
  delegate?: Actor['delegate'];
}

type LinkContext = Pick<Context, 'clock' | 'config'>;

const noUrls: FileUrls = { url: null, thumbnails: [], thumbnailUrl: null, sources: [], frames: [], downloadUrl: null };
const publicTypes = new Set<FileType>(['avatar', 'cover', 'site-image']);
/** Visible without access. */
const teaserTypes = new Set<FileType>(['feed-teaser', 'video-teaser', 'welcome-video']);

/** Whether files of this type are public: anyone may open them, without signed URLs. */
export function isPublicType(type: FileType): type is PublicFileType {
  return publicTypes.has(type);
}

/** Identity documents are encrypted and visible only to their owner and to operators who decide on them. */
export function mayReadDocument(row: Pick<FileRow, 'ownerId'>, viewer: Viewer | null): boolean {
  return viewer !== null && viewer.delegate === undefined && (viewer.id === row.ownerId || hasRight(viewer, 'papers.decide'));
}

/** The permanent URL of a public image. */
export const publicUrl = (ctx: Pick<Context, 'config'>, fileId: string, variant: string): string =>
  publicMediaUrl(ctx.config.apiUrl, fileId, variant);

/** A URL that works for this viewer only and expires after minutes. A guest's (`null`) works for anyone who may see the file. */
export function signedUrl(ctx: LinkContext, fileId: string, variant: string, viewerId: string | null): string {
  const subject = { fileId, variant, viewerId: viewerId ?? guestViewer };
  return signedMediaUrl(ctx.config.apiUrl, linkKey(ctx.config.appSecret), subject, ctx.clock.now());
}

/** Returns a function that creates URLs of renditions for this viewer; null if the viewer may not open the file. */
function urlFactory(ctx: LinkContext, row: FileRow, viewer: Viewer | null): ((variant: string) => string) | null {
  if (isPublicType(row.type)) return (variant) => publicUrl(ctx, row.id, variant);
  if (row.type === 'document' && !mayReadDocument(row, viewer)) return null;
  return (variant) => signedUrl(ctx, row.id, variant, viewer?.id ?? null);
}

/** Converted files can be shown from the first rendition on; images only when they are finished. */
export const isShowable = (row: FileRow): boolean =>
  row.status === 'finished' || (row.status === 'processing' && isConverted(uploadKindByFileType[row.type]) && row.variants.length > 0);

/** The frames that the owner can choose as the thumbnail. */
const framesOf = ({ variants }: FileRow): { frame: number; name: string }[] =>
  frameNames.map((name, index) => ({ frame: index + 1, name })).filter(({ name }) => variants.some((variant) => variant.name === name));

/** All URLs of the file for the viewer. */
export function urlsOf(ctx: LinkContext, row: FileRow, viewer: Viewer | null): FileUrls {
  const urlOf = isShowable(row) ? urlFactory(ctx, row, viewer) : null;
  if (!urlOf) return noUrls;
  const main = mainVariant(row.variants);
  const [pictures, thumbnail] = [pictureVariants(row.variants), thumbnailVariant(row.variants)];
  const isPicture = row.width !== null;
  const mp4s = isConverted(uploadKindByFileType[row.type]) ? row.variants.filter(({ contentType }) => contentType.endsWith('/mp4')) : [];
  const playlist = row.variants.find(({ name }) => name === playlistName);
  return {
    url: main ? urlOf(main.name) : null,
    thumbnails: isPicture ? pictures.map(({ name }) => urlOf(name)) : [],
    thumbnailUrl: isPicture && thumbnail ? urlOf(thumbnail.name) : null,
    sources: [
      ...(playlist ? [{ type: 'hls' as const, url: urlOf(playlist.name), height: playlist.height }] : []),
      ...mp4s
        .toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
        .map(({ name, height }) => ({ type: 'mp4' as const, url: urlOf(name), height })),
    ],
    frames: viewer?.id === row.ownerId ? framesOf(row).map(({ frame, name }) => ({ frame, url: urlOf(name) })) : [],
    downloadUrl: main && !isPublicType(row.type) ? urlOf(downloadName) : null,
  };
}

/** The URLs for viewers without access: those of a teaser, else of the locked preview. */
export function lockedUrls(ctx: LinkContext, row: FileRow, viewer: Viewer | null): FileUrls {
  if (teaserTypes.has(row.type)) return { ...urlsOf(ctx, row, viewer), downloadUrl: null };
  if (!isShowable(row) || !row.variants.some(({ name }) => name === lockedName)) return noUrls;
  const url = signedUrl(ctx, row.id, lockedName, viewer?.id ?? null);
  return { ...noUrls, thumbnails: [url], thumbnailUrl: url };
}

const isTagOrBlank = (line: string): boolean => line.startsWith('#') || line.trim() === '';

/** Replaces the names of renditions in a playlist with URLs signed for its viewer. */
export function signedPlaylist(
  ctx: LinkContext,
  fileId: string,
  variants: readonly StoredVariant[],
  text: string,
  viewerId: string | null,
): string {
  const names = new Set(variants.map(({ name }) => name));
  const signedUrls = new Map<string, string>();
  const lines = text.split('\n').map((line) => {
    if (isTagOrBlank(line) || !names.has(line.trim())) return isTagOrBlank(line) ? line : '';
    const name = line.trim();
    // All segments are in one object and share its URL.
    const url = signedUrls.get(name) ?? signedUrl(ctx, fileId, name, viewerId);
    signedUrls.set(name, url);
    return url;
  });
  return lines.join('\n');
}

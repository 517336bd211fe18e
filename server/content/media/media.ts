/**
 * Delivering media. Pictures that everybody may see go to everybody, those of published items for as long as that is so: other
 * sites keep the address that a shared page names. Everything else goes only to the viewer whom its link was signed for, with
 * their own session (a guest's link to anybody), while they may still see it. Everything else is no byte.
 */
import { Readable } from 'node:stream';
import { audit } from '@server/platform/audit/audit';
import type { Context } from '@server/platform/context';
import { fail } from '@server/kernel/api-error';
import type { Client } from '@server/platform/http/client';
import { mayOpen } from '@server/entitlements/files';
import { findFile, type FileRow } from '@server/platform/media/files';
import { isPublic, mayReadDocument, signedPlaylist, type Viewer } from '@server/platform/media/links';
import { documentKey, unseal } from '@server/media/sealed';
import { guestViewer, isLinkValid, linkKey, type LinkClaims } from '@server/platform/media/signed-links';
import type { ByteRange, StoredObject } from '@server/platform/media/storage/storage';
import { downloadName, mainVariant, playlistType } from '@server/platform/media/pictures/variants';
import { rangeOf } from './byte-range';

export interface MediaRequest {
  fileId: string;
  variant: string;
  claims: LinkClaims;
  /** The header `Range`. */
  range: string | undefined;
  /** Who shows a media session, or null. */
  viewer: Viewer | null;
  /** Asks again who shows it: it may have ended, or its account may have been suspended. */
  viewerNow: () => Promise<Viewer | null>;
  client: Client;
}

export interface MediaAnswer {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  /** Null when there is nothing to send. The caller reads it to the end or destroys it. */
  stream: Readable | null;
}

type Variant = FileRow['variants'][number];

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const yearSeconds = 31_536_000;
/** A long answer asks again this often whether it may go on. With what `mayOpen` keeps it ends within two seconds. */
const recheck_ms = 1_000;

/** Whether the link is this visitor's: made for her account, or for a guest, whose link anybody may hold. */
function isLinked(ctx: Context, row: FileRow, { variant, claims, viewer }: MediaRequest): boolean {
  const viewerId = claims.viewer === guestViewer ? guestViewer : viewer?.id;
  if (viewerId === undefined) return false;
  return isLinkValid(linkKey(ctx.config.appSecret), { fileId: row.id, variant, viewerId }, claims, ctx.clock.now());
}

async function mayHave(ctx: Context, row: FileRow, { variant, viewer, client }: MediaRequest): Promise<boolean> {
  if (row.type === 'document') return mayReadDocument(row, viewer);
  return (await mayOpen(ctx, viewer, client, row, variant)) === 'open';
}

/** Whether this is a picture that a guest sees now, asked for by its address alone. */
async function isSeenByAll(ctx: Context, row: FileRow, { variant, claims, client }: MediaRequest): Promise<boolean> {
  const isPlain = claims.expires === undefined && claims.viewer === undefined && claims.signature === undefined;
  const isPicture = row.variants.some(({ name, contentType }) => name === variant && contentType.startsWith('image/'));
  return isPlain && isPicture && row.type !== 'document' && (await mayOpen(ctx, null, client, row, variant)) === 'open';
}

async function assertMayRead(ctx: Context, row: FileRow, request: MediaRequest): Promise<void> {
  if (isPublic(row.type) || (await isSeenByAll(ctx, row, request))) return;
  if (!isLinked(ctx, row, request) || !(await mayHave(ctx, row, request))) fail('media_link_invalid');
  const { viewer, client } = request;
  // A document read by somebody else than its owner leaves a trace, whether or not all its bytes arrive.
  if (row.type === 'document' && viewer !== null && viewer.id !== row.ownerId)
    await audit(ctx, viewer, client, { action: 'document.read', targetType: 'file', targetId: row.id });
}

const shownTypes = ['image/', 'video/', 'audio/', playlistType];
const extensions: Readonly<Record<string, string>> = { 'video/mp4': '.mp4', 'audio/mp4': '.m4a', 'image/webp': '.webp' };

/** The file's own name, with the end of what it was made into when it is saved. */
function nameFor(row: FileRow, variant: Variant, isSaved: boolean): string {
  const extension = extensions[variant.contentType];
  return isSaved && extension !== undefined ? row.name.replace(/(\.\w{1,5})?$/, extension) : row.name;
}

function headersFor(row: FileRow, variant: Variant, asked: string): Record<string, string> {
  const isSaved = asked === downloadName || !shownTypes.some((type) => variant.contentType.startsWith(type));
  const name = encodeURIComponent(nameFor(row, variant, asked === downloadName)).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    'content-type': variant.contentType,
    'content-disposition': `${isSaved ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'accept-ranges': 'bytes',
    'cache-control': isPublic(row.type) ? `public, max-age=${String(yearSeconds)}, immutable` : 'private, no-store',
    // The media cookie stays at home on other sites' pages; a policy by site would shut out the own one where it has no name but an address.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  };
}

/** The rendition that an address names. While a video is being converted, what there is of it can be had. */
function variantOf(row: FileRow, asked: string): Variant | undefined {
  if (row.status !== 'finished' && row.status !== 'processing') return undefined;
  return asked === downloadName ? mainVariant(row.variants) : row.variants.find(({ name }) => name === asked);
}

function refuseDamaged(ctx: Context, row: FileRow, { key }: Variant, about: object): never {
  ctx.log.error({ ...about, file: row.id, key }, 'a stored object is damaged: bring it back from a backup');
  return fail('file_not_found');
}

/** Refuses what is not there, or not as long as it was: on a connection that waits for the rest, the next answer would be that. */
function assertWhole(ctx: Context, row: FileRow, variant: Variant, found: StoredObject | null): StoredObject {
  if (!found) return fail('file_not_found');
  if (found.size === variant.size) return found;
  found.stream.destroy();
  return refuseDamaged(ctx, row, variant, { size: found.size, expected: variant.size });
}

/** A playlist with addresses for the viewer whom its own link names; it has no parts. */
async function deliverPlaylist(
  ctx: Context,
  row: FileRow,
  variant: Variant,
  { variant: asked, claims }: MediaRequest,
): Promise<MediaAnswer> {
  const found = assertWhole(ctx, row, variant, await ctx.storage.open(variant.key));
  const text = Buffer.concat(await found.stream.toArray()).toString();
  const viewerId = claims.viewer === undefined || claims.viewer === guestViewer ? null : claims.viewer;
  const signed = Buffer.from(signedPlaylist(ctx, row.id, row.variants, text, viewerId));
  const headers = { ...headersFor(row, variant, asked), 'accept-ranges': 'none', 'content-length': String(signed.byteLength) };
  return { status: 200, headers, stream: Readable.from([signed]) };
}

function opened(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** The plain bytes of a sealed document. It is opened whole, since only the whole proves that nothing was changed. */
async function openSealed(ctx: Context, row: FileRow, variant: Variant, range: ByteRange | undefined): Promise<StoredObject | null> {
  const sealed = await ctx.storage.open(variant.key);
  if (!sealed) return null;
  const lying = Buffer.concat(await sealed.stream.toArray());
  const bytes = opened(() => unseal(documentKey(ctx.config.appSecret), variant.key, lying)) ?? refuseDamaged(ctx, row, variant, {});
  return { stream: Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]), size: bytes.byteLength };
}

/** Whether a transfer that was begun may go on: the same viewer is still signed in, where the link names one, and may have it. */
async function mayGoOn(ctx: Context, row: FileRow, request: MediaRequest): Promise<boolean> {
  const viewer = await request.viewerNow();
  if (request.claims.viewer !== guestViewer && viewer?.id !== request.claims.viewer) return false;
  return mayHave(ctx, row, { ...request, viewer });
}

/** The bytes as long as the visitor may have them: a film that is being sent stops when its item or her session closes. */
async function* whileOpen(ctx: Context, row: FileRow, request: MediaRequest, bytes: Readable): AsyncGenerator<Buffer> {
  let asked_ms = ctx.clock.now().getTime();
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const now_ms = ctx.clock.now().getTime();
    if (now_ms - asked_ms >= recheck_ms) {
      // Only a broken connection tells that this is not the end.
      if (!(await mayGoOn(ctx, row, request))) fail('media_link_invalid');
      asked_ms = now_ms;
    }
    yield chunk;
  }
}

/** Opens a rendition; what is not for everybody is watched while it is sent. */
async function openVariant(
  ctx: Context,
  row: FileRow,
  variant: Variant,
  request: MediaRequest,
  range: ByteRange | undefined,
): Promise<StoredObject | null> {
  if (row.type === 'document') return openSealed(ctx, row, variant, range);
  const found = assertWhole(ctx, row, variant, await ctx.storage.open(variant.key, range));
  if (isPublic(row.type)) return found;
  return { ...found, stream: Readable.from(whileOpen(ctx, row, request, found.stream)) };
}

/**
 * The bytes of a rendition with the headers that belong to them. Refuses with file_not_found, and with media_link_invalid
 * when a private file's link is not this viewer's, not this file's, altered or over. An operator's reading is audited.
 */
export async function deliverMedia(ctx: Context, request: MediaRequest): Promise<MediaAnswer> {
  const row = idPattern.test(request.fileId) ? await findFile(ctx, request.fileId) : null;
  const variant = row ? variantOf(row, request.variant) : undefined;
  if (!row || !variant) return fail('file_not_found');
  await assertMayRead(ctx, row, request);
  if (variant.contentType === playlistType) return deliverPlaylist(ctx, row, variant, request);

  const headers = headersFor(row, variant, request.variant);
  const range = rangeOf(request.range, variant.size);
  if (range === 'outside') {
    return {
      status: 416,
      headers: { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${String(variant.size)}` },
      stream: null,
    };
  }
  const wanted = range === 'whole' ? undefined : range;
  const found = await openVariant(ctx, row, variant, request, wanted);
  if (!found) return fail('file_not_found');
  if (!wanted) return { status: 200, headers: { ...headers, 'content-length': String(variant.size) }, stream: found.stream };
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(wanted.end - wanted.start + 1),
      'content-range': `bytes ${String(wanted.start)}-${String(wanted.end)}/${String(variant.size)}`,
    },
    stream: found.stream,
  };
}

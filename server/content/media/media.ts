/**
 * Media delivery. Public images go to everyone. Images of published items also go to everyone while guests may see the item, because
 * link previews on other sites use their unsigned URL. Everything else requires a signed link, the session of the viewer in the link
 * (a guest link works for anyone), and access to the item. Otherwise no byte is sent.
 */
import { Readable } from 'node:stream';
import { audit } from '@server/platform/audit/audit';
import type { Context } from '@server/platform/context';
import { fail } from '@server/kernel/api-error';
import type { Client } from '@server/platform/http/client';
import { checkFileAccess } from '@server/content/entitlements/files';
import { findFile, type FileRow } from '@server/platform/media/files';
import { isPublicType, mayReadDocument, signedPlaylist, type Viewer } from '@server/platform/media/links';
import { documentKey, decrypt } from '@server/platform/media/storage/encryption';
import { guestViewer, isLinkValid, linkKey, type LinkClaims } from '@server/platform/media/signed-links';
import type { ByteRange, StoredObject } from '@server/platform/media/storage/storage';
import { downloadName, mainVariant, playlistType } from '@server/platform/media/pictures/variants';
import { parseRange } from './byte-range';

export interface MediaRequest {
  fileId: string;
  variant: string;
  claims: LinkClaims;
  /** The header `Range`. */
  range: string | undefined;
  /** The viewer by their media cookie, or null. */
  viewer: Viewer | null;
  /** Checks the viewer again: the session may have ended, or the account may have been suspended. */
  reloadViewer: () => Promise<Viewer | null>;
  client: Client;
}

export interface MediaResponse {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  /** Null when there is nothing to send. The caller reads it to the end or destroys it. */
  stream: Readable | null;
}

type Variant = FileRow['variants'][number];

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const yearSeconds = 31_536_000;
/** Access is checked this often during a transfer. With the cache of `checkFileAccess`, the transfer ends within two seconds. */
const recheck_ms = 1_000;

/** Whether the link was signed for this viewer, or for a guest, whose link anyone may use. */
function isLinkForViewer(ctx: Context, row: FileRow, { variant, claims, viewer }: MediaRequest): boolean {
  const viewerId = claims.viewer === guestViewer ? guestViewer : viewer?.id;
  if (viewerId === undefined) return false;
  return isLinkValid(linkKey(ctx.config.appSecret), { fileId: row.id, variant, viewerId }, claims, ctx.clock.now());
}

async function mayOpenVariant(ctx: Context, row: FileRow, { variant, viewer, client }: MediaRequest): Promise<boolean> {
  if (row.type === 'document') return mayReadDocument(row, viewer);
  return (await checkFileAccess(ctx, viewer, client, row, variant)) === 'open';
}

/** Whether this is an unsigned URL of an image that guests may see now. */
async function isOpenToGuests(ctx: Context, row: FileRow, { variant, claims, client }: MediaRequest): Promise<boolean> {
  const isUnsigned = claims.expires === undefined && claims.viewer === undefined && claims.signature === undefined;
  const isImage = row.variants.some(({ name, contentType }) => name === variant && contentType.startsWith('image/'));
  return isUnsigned && isImage && row.type !== 'document' && (await checkFileAccess(ctx, null, client, row, variant)) === 'open';
}

async function assertMayRead(ctx: Context, row: FileRow, request: MediaRequest): Promise<void> {
  if (isPublicType(row.type) || (await isOpenToGuests(ctx, row, request))) return;
  if (!isLinkForViewer(ctx, row, request) || !(await mayOpenVariant(ctx, row, request))) fail('media_link_invalid');
  const { viewer, client } = request;
  // Access to a document by anyone except its owner is logged, whether or not all bytes arrive.
  if (row.type === 'document' && viewer !== null && viewer.id !== row.ownerId)
    await audit(ctx, viewer, client, { action: 'document.read', targetType: 'file', targetId: row.id });
}

const inlineTypes = ['image/', 'video/', 'audio/', playlistType];
const extensions: Readonly<Record<string, string>> = { 'video/mp4': '.mp4', 'audio/mp4': '.m4a', 'image/webp': '.webp' };

/** The file name, with the extension of the converted variant when it is downloaded. */
function nameFor(row: FileRow, variant: Variant, isDownload: boolean): string {
  const extension = extensions[variant.contentType];
  return isDownload && extension !== undefined ? row.name.replace(/(\.\w{1,5})?$/, extension) : row.name;
}

function headersFor(row: FileRow, variant: Variant, requestedVariant: string): Record<string, string> {
  const isAttachment = requestedVariant === downloadName || !inlineTypes.some((type) => variant.contentType.startsWith(type));
  const name = encodeURIComponent(nameFor(row, variant, requestedVariant === downloadName)).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return {
    'content-type': variant.contentType,
    'content-disposition': `${isAttachment ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'accept-ranges': 'bytes',
    'cache-control': isPublicType(row.type) ? `public, max-age=${String(yearSeconds)}, immutable` : 'private, no-store',
    // Pages of other sites do not send the media cookie. `same-site` would block the site's own pages where its host is an IP address.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  };
}

/** The variant that a URL names. While a video is being converted, its finished variants are available. */
function variantOf(row: FileRow, requestedVariant: string): Variant | undefined {
  if (row.status !== 'finished' && row.status !== 'processing') return undefined;
  return requestedVariant === downloadName ? mainVariant(row.variants) : row.variants.find(({ name }) => name === requestedVariant);
}

function failDamaged(ctx: Context, row: FileRow, { key }: Variant, details: object): never {
  ctx.log.error({ ...details, file: row.id, key }, 'a stored object is damaged: restore it from a backup');
  return fail('file_not_found');
}

/** Rejects missing objects and objects of another size, since a short body would corrupt the next response on the connection. */
function assertComplete(ctx: Context, row: FileRow, variant: Variant, found: StoredObject | null): StoredObject {
  if (!found) return fail('file_not_found');
  if (found.size === variant.size) return found;
  found.stream.destroy();
  return failDamaged(ctx, row, variant, { size: found.size, expected: variant.size });
}

/** A playlist with URLs signed for the viewer of its own link. It has no ranges. */
async function deliverPlaylist(
  ctx: Context,
  row: FileRow,
  variant: Variant,
  { variant: requestedVariant, claims }: MediaRequest,
): Promise<MediaResponse> {
  const found = assertComplete(ctx, row, variant, await ctx.storage.open(variant.key));
  const text = Buffer.concat(await found.stream.toArray()).toString();
  const viewerId = claims.viewer === undefined || claims.viewer === guestViewer ? null : claims.viewer;
  const signed = Buffer.from(signedPlaylist(ctx, row.id, row.variants, text, viewerId));
  const headers = { ...headersFor(row, variant, requestedVariant), 'accept-ranges': 'none', 'content-length': String(signed.byteLength) };
  return { status: 200, headers, stream: Readable.from([signed]) };
}

function tryDecrypt(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** The decrypted bytes of a document. It is decrypted as a whole, because only the whole is authenticated. */
async function openEncrypted(ctx: Context, row: FileRow, variant: Variant, range: ByteRange | undefined): Promise<StoredObject | null> {
  const stored = await ctx.storage.open(variant.key);
  if (!stored) return null;
  const encrypted = Buffer.concat(await stored.stream.toArray());
  const bytes = tryDecrypt(() => decrypt(documentKey(ctx.config.appSecret), variant.key, encrypted)) ?? failDamaged(ctx, row, variant, {});
  return { stream: Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]), size: bytes.byteLength };
}

/** Whether a transfer may continue: the viewer named by the link is still logged in and has access. */
async function mayContinue(ctx: Context, row: FileRow, request: MediaRequest): Promise<boolean> {
  const viewer = await request.reloadViewer();
  if (request.claims.viewer !== guestViewer && viewer?.id !== request.claims.viewer) return false;
  return mayOpenVariant(ctx, row, { ...request, viewer });
}

/** Streams the bytes while the viewer has access; stops when access or the session ends. */
async function* whileEntitled(ctx: Context, row: FileRow, request: MediaRequest, bytes: Readable): AsyncGenerator<Buffer> {
  let checked_ms = ctx.clock.now().getTime();
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const now_ms = ctx.clock.now().getTime();
    if (now_ms - checked_ms >= recheck_ms) {
      // Only a broken connection signals to the client that the body is incomplete.
      if (!(await mayContinue(ctx, row, request))) fail('media_link_invalid');
      checked_ms = now_ms;
    }
    yield chunk;
  }
}

/** Opens a variant. Access to restricted files is checked again while they are sent. */
async function openVariant(
  ctx: Context,
  row: FileRow,
  variant: Variant,
  request: MediaRequest,
  range: ByteRange | undefined,
): Promise<StoredObject | null> {
  if (row.type === 'document') return openEncrypted(ctx, row, variant, range);
  const found = assertComplete(ctx, row, variant, await ctx.storage.open(variant.key, range));
  if (isPublicType(row.type)) return found;
  return { ...found, stream: Readable.from(whileEntitled(ctx, row, request, found.stream)) };
}

/**
 * The bytes of a variant with their headers. Rejects with file_not_found, and with media_link_invalid if a private file's link is for
 * another viewer or file, altered or expired. Access by operators is logged.
 */
export async function deliverMedia(ctx: Context, request: MediaRequest): Promise<MediaResponse> {
  const row = idPattern.test(request.fileId) ? await findFile(ctx, request.fileId) : null;
  const variant = row ? variantOf(row, request.variant) : undefined;
  if (!row || !variant) return fail('file_not_found');
  await assertMayRead(ctx, row, request);
  if (variant.contentType === playlistType) return deliverPlaylist(ctx, row, variant, request);

  const headers = headersFor(row, variant, request.variant);
  const range = parseRange(request.range, variant.size);
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${String(variant.size)}` },
      stream: null,
    };
  }
  const byteRange = range === 'whole' ? undefined : range;
  const found = await openVariant(ctx, row, variant, request, byteRange);
  if (!found) return fail('file_not_found');
  if (!byteRange) return { status: 200, headers: { ...headers, 'content-length': String(variant.size) }, stream: found.stream };
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(byteRange.end - byteRange.start + 1),
      'content-range': `bytes ${String(byteRange.start)}-${String(byteRange.end)}/${String(variant.size)}`,
    },
    stream: found.stream,
  };
}

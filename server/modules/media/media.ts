/**
 * Delivering media. Pictures that everybody may see go to everybody; a document goes only to the viewer whom its link was
 * signed for, with her own session, while she may still read it. Everything else is no byte.
 */
import { Readable } from 'node:stream';
import { audit } from '@server/audit/audit';
import type { Context } from '@server/context';
import { fail } from '@server/failure';
import type { Client } from '@server/http/client';
import { findFile, isPublic, mayRead, type FileRow, type Viewer } from '@server/media/files';
import { documentKey, unseal } from '@server/media/sealed';
import { isLinkValid, linkKey, type LinkClaims } from '@server/media/signed-links';
import type { ByteRange, StoredObject } from '@server/media/storage';
import { rangeOf } from './byte-range';

export interface MediaRequest {
  fileId: string;
  variant: string;
  claims: LinkClaims;
  /** The header `Range`. */
  range: string | undefined;
  /** Who shows a media session, or null. */
  viewer: Viewer | null;
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

async function assertMayRead(ctx: Context, row: FileRow, { variant, claims, viewer, client }: MediaRequest): Promise<void> {
  if (isPublic(row.type)) return;
  const isLinked =
    viewer !== null &&
    isLinkValid(linkKey(ctx.config.appSecret), { fileId: row.id, variant, viewerId: viewer.id }, claims, ctx.clock.now());
  if (!isLinked || !mayRead(row, viewer)) fail('media_link_invalid');
  // A document read by somebody else than its owner leaves a trace, whether or not all its bytes arrive.
  if (viewer.id !== row.ownerId) await audit(ctx, viewer, client, { action: 'document.read', targetType: 'file', targetId: row.id });
}

function headersFor(row: FileRow, variant: Variant): Record<string, string> {
  const isShown = variant.contentType.startsWith('image/');
  return {
    'content-type': variant.contentType,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'accept-ranges': 'bytes',
    'cache-control': isPublic(row.type) ? `public, max-age=${String(yearSeconds)}, immutable` : 'private, no-store',
    // The media cookie stays at home on other sites' pages; a policy by site would shut out the own one where it has no name but an address.
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  };
}

/** The plain bytes of a sealed document. It is opened whole, since only the whole proves that nothing was changed. */
async function openSealed(ctx: Context, variant: Variant, range: ByteRange | undefined): Promise<StoredObject | null> {
  const sealed = await ctx.storage.open(variant.key);
  if (!sealed) return null;
  const bytes = unseal(documentKey(ctx.config.appSecret), variant.key, Buffer.concat(await sealed.stream.toArray()));
  return { stream: Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]), size: bytes.byteLength };
}

/**
 * The bytes of a rendition with the headers that belong to them. Refuses with file_not_found, and with media_link_invalid
 * when a private file's link is not this viewer's, not this file's, altered or over. An operator's reading is audited.
 */
export async function deliverMedia(ctx: Context, request: MediaRequest): Promise<MediaAnswer> {
  const row = idPattern.test(request.fileId) ? await findFile(ctx, request.fileId) : null;
  const variant = row?.status === 'finished' ? row.variants.find(({ name }) => name === request.variant) : undefined;
  if (!row || !variant) return fail('file_not_found');
  await assertMayRead(ctx, row, request);

  const headers = headersFor(row, variant);
  const range = rangeOf(request.range, variant.size);
  if (range === 'outside') {
    return {
      status: 416,
      headers: { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${String(variant.size)}` },
      stream: null,
    };
  }
  const wanted = range === 'whole' ? undefined : range;
  const found = isPublic(row.type) ? await ctx.storage.open(variant.key, wanted) : await openSealed(ctx, variant, wanted);
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

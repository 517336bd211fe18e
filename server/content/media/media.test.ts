import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { auditLog, blockedCountries } from '@server/platform/db/schema/site';
import { fileResponse, storeDocument, storeImage, type FileRow } from '@server/platform/media/files';
import { openPartialHost, insertAccount, type PartialHost } from '../../../tests/kit/host/partial-host';
import { parseRange } from './byte-range';
import { deliverMedia } from './media';
import { mountMedia } from './media.routes';

type Person = Awaited<ReturnType<typeof insertAccount>>;

let host: PartialHost;
let owner: Person;
let stranger: Person;
let operator: Person;
let avatar: FileRow;
let pdf: FileRow;
let imageDocument: FileRow;
const pdfBytes = Buffer.from('%PDF-1.4 the name of Ada Lovelace %%EOF');

async function incoming(bytes: Uint8Array, name: string) {
  const path = join(host.dataDir, host.ctx.random.id());
  await writeFile(path, bytes);
  return { path, name };
}

beforeAll(async () => {
  host = await openPartialHost(mountMedia);
  owner = await insertAccount(host.ctx);
  stranger = await insertAccount(host.ctx);
  operator = await insertAccount(host.ctx, 'operator');
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a3304f' } })
    .png()
    .toBuffer();
  avatar = await storeImage(host.ctx, { ownerId: owner.id, type: 'avatar', file: await incoming(picture, 'me.png') });
  pdf = await storeDocument(host.ctx, { ownerId: owner.id, file: await incoming(pdfBytes, 'my "id" ü.pdf') });
  imageDocument = await storeDocument(host.ctx, { ownerId: owner.id, file: await incoming(picture, 'id.png') });
});
afterAll(() => host.close());

const linkOf = (row: FileRow, person: Person): string => {
  const url = new URL(fileResponse(host.ctx, row, person).url ?? 'http://none');
  return url.pathname + url.search;
};
const get = (url: string, person: Person | null = null, headers: Record<string, string> = {}) =>
  host.http.inject({ method: 'GET', url, headers: { ...headers, ...(person && { cookie: `theme=dark; media=${person.media}` }) } });
const auditEntries = () => host.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, pdf.id));

/** Expects an error response without any byte of the file. */
function expectError(response: { statusCode: number; rawPayload: Buffer; json(): unknown }, status: number, error: string): void {
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ error });
  expect(response.rawPayload.includes('Lovelace')).toBe(false);
}

describe('a public image', () => {
  it('is delivered to guests, cached permanently, and only ever rendered as an image', async () => {
    const response = await get(`/media/${avatar.id}/small`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''me.png",
      'content-length': String(response.rawPayload.length),
    });
    expect((await sharp(response.rawPayload).metadata()).width).toBe(128);
  });

  it.each(['bytes=0-9', 'bytes=5-', 'bytes=-7'])('is delivered as a range for %s', async (range) => {
    const whole = (await get(`/media/${avatar.id}/full`)).rawPayload;
    const response = await get(`/media/${avatar.id}/full`, null, { range });
    const [start, end] =
      range === 'bytes=0-9' ? [0, 9] : range === 'bytes=5-' ? [5, whole.length - 1] : [whole.length - 7, whole.length - 1];
    expect(response.statusCode).toBe(206);
    expect(response.headers['content-range']).toBe(`bytes ${String(start)}-${String(end)}/${String(whole.length)}`);
    expect(response.rawPayload.equals(whole.subarray(start, end + 1))).toBe(true);
  });

  it('responds with 416 beyond its end', async () => {
    const response = await get(`/media/${avatar.id}/full`, null, { range: 'bytes=99999999-' });
    expect(response.statusCode).toBe(416);
    expect(response.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
    expect(response.rawPayload.length).toBe(0);
  });

  it.each(['/media/0192a7c4-0000-7000-8000-000000000001/full', '/media/nonsense/full', '/media/..%2f..%2fetc/passwd', `/media/%00/full`])(
    'is not found at %s',
    async (url) => {
      expectError(await get(url), 404, 'file_not_found');
    },
  );

  it('is not found in another variant, or when its object is missing', async () => {
    expectError(await get(`/media/${avatar.id}/huge`), 404, 'file_not_found');
    expectError(await get(`/media/${avatar.id}/__proto__`), 404, 'file_not_found');
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const lost = await storeImage(host.ctx, { ownerId: owner.id, type: 'cover', file: await incoming(picture, 'x.png') });
    await host.ctx.storage.remove(lost.variants[0]?.key ?? '');
    expectError(await get(`/media/${lost.id}/full`), 404, 'file_not_found');
  });
});

describe('a document', () => {
  it('is served to its owner, as an uncached attachment if it is a PDF', async () => {
    const response = await get(linkOf(pdf, owner), owner);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(pdfBytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''my%20id%20%C3%BC.pdf",
      'cache-control': 'private, no-store',
      'content-length': String(pdfBytes.length),
    });
    expect(await auditEntries()).toEqual([]);
  });

  it('supports byte ranges', async () => {
    const response = await get(linkOf(pdf, owner), owner, { range: 'bytes=1-3' });
    expect([response.statusCode, response.payload]).toEqual([206, 'PDF']);
  });

  it('that is an image is served inline', async () => {
    const response = await get(linkOf(imageDocument, owner), owner);
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'content-disposition': "inline; filename*=UTF-8''id.png" });
    expect((await sharp(response.rawPayload).metadata()).width).toBe(300);
  });

  it('is served to operators, and each access is logged', async () => {
    expect((await get(linkOf(pdf, operator), operator)).rawPayload.equals(pdfBytes)).toBe(true);
    expect((await get(linkOf(pdf, operator), operator)).statusCode).toBe(200);
    const entries = await auditEntries();
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ actorId: operator.id, action: 'document.read', targetType: 'file', address: '127.0.0.1' });
  });

  it.each(['bytes=0-', 'bytes=0-3', undefined])('sends no bytes without a signed link (range %s)', async (range) => {
    const headers: Record<string, string> = range === undefined ? {} : { range };
    for (const person of [null, stranger, owner, operator])
      expectError(await get(`/media/${pdf.id}/full`, person, headers), 403, 'media_link_invalid');
  });

  it('redirects a browser that opens its URL directly to an error page, and responds to other requests with JSON', async () => {
    const page = { 'sec-fetch-dest': 'document' };
    const response = await get(linkOf(pdf, owner), stranger, page);
    expect([response.statusCode, response.headers.location, response.rawPayload.length]).toEqual([303, expect.stringMatching(/\/403$/), 0]);
    expect((await get('/media/0198c0de-0000-7000-8000-00000000dead/full', null, page)).headers.location).toMatch(/\/404$/);
    expectError(await get(linkOf(pdf, owner), stranger, { 'sec-fetch-dest': 'video' }), 403, 'media_link_invalid');
  });

  it('sends no bytes for a link that was signed for another viewer', async () => {
    for (const person of [null, stranger, operator]) expectError(await get(linkOf(pdf, owner), person), 403, 'media_link_invalid');
    expectError(await get(linkOf(pdf, operator), owner), 403, 'media_link_invalid');
  });

  it('sends no bytes for the link of another file, an altered link, or repeated parameters', async () => {
    const [path, query = ''] = linkOf(pdf, owner).split('?');
    expectError(await get(`/media/${imageDocument.id}/full?${query}`, owner), 403, 'media_link_invalid');
    expectError(await get(`${path ?? ''}?${query.replace(/signature=./, 'signature=~')}`, owner), 403, 'media_link_invalid');
    expectError(await get(`${path ?? ''}?${query}&expires=9999999999`, owner), 403, 'media_link_invalid');
    expectError(await get(`${path ?? ''}?${query}`.replace(/viewer=[^&]+/, `viewer=${stranger.id}`), stranger), 403, 'media_link_invalid');
  });

  it('sends no bytes for a session token instead of the media cookie, or an invalid cookie', async () => {
    const link = linkOf(pdf, owner);
    expectError(await get(link, null, { authorization: `Bearer ${owner.media}` }), 403, 'media_link_invalid');
    expectError(await get(link, { ...owner, media: 'guessed' }), 403, 'media_link_invalid');
  });

  it('is denied to a former operator and a suspended owner, although their links are valid', async () => {
    const formerOperator = await insertAccount(host.ctx, 'operator');
    const link = linkOf(pdf, formerOperator);
    await host.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, formerOperator.id));
    expectError(await get(link, formerOperator), 403, 'media_link_invalid');
    await host.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, owner.id));
    expectError(await get(linkOf(pdf, owner), owner), 403, 'media_link_invalid');
    await host.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, owner.id));
  });

  it('is denied once the link has expired', async () => {
    const link = linkOf(pdf, owner);
    host.clock.advance({ seconds: limits.mediaLink_s });
    expectError(await get(link, owner), 403, 'media_link_invalid');
  });

  it('whose stored object was altered is not delivered', async () => {
    const broken = await storeDocument(host.ctx, { ownerId: owner.id, file: await incoming(pdfBytes, 'x.pdf') });
    const other = await host.ctx.storage.open(pdf.variants[0]?.key ?? '');
    const bytes = Buffer.concat((await other?.stream.toArray()) ?? []);
    await host.ctx.storage.put(broken.variants[0]?.key ?? '', bytes, { contentType: 'application/pdf' });
    const claims = new URL(fileResponse(host.ctx, broken, owner).url ?? '').searchParams;
    const request = {
      fileId: broken.id,
      variant: 'full',
      claims: { expires: claims.get('expires') ?? '', viewer: owner.id, signature: claims.get('signature') ?? '' },
      range: undefined,
      viewer: owner,
      reloadViewer: () => Promise.resolve(owner),
      client: { address: '127.0.0.1', country: null, userAgent: '' },
    };
    await expect(deliverMedia(host.ctx, request)).rejects.toThrow();
  });
});

describe('media in a blocked country', () => {
  it('are denied to visitors, and served to operators', async () => {
    await host.ctx.db.insert(blockedCountries).values({ code: 'US' });
    await host.ctx.siteBlockedCountries.reload();
    const from = (person: Person | null) =>
      host.http.inject({
        method: 'GET',
        url: `/media/${avatar.id}/full`,
        remoteAddress: '8.8.8.8',
        headers: person ? { cookie: `media=${person.media}` } : {},
      });
    expectError(await from(null), 403, 'country_blocked');
    expectError(await from(owner), 403, 'country_blocked');
    expect((await from(operator)).statusCode).toBe(200);
    expect((await get(`/media/${avatar.id}/full`)).statusCode).toBe(200);
  });
});

describe('parsing a Range header for ten bytes', () => {
  it.each([
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=5-2', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=0-1e3', 'whole'],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
  ])('%j gives %j', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });
});

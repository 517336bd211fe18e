import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { accounts, auditLog, blockedCountries } from '@server/platform/db/schema/schema';
import { fileAnswer, storeDocument, storeImage, type FileRow } from '@server/platform/media/files';
import { openPart, someAccount, type Part } from '../../../tests/kit/host/partial-host';
import { rangeOf } from './byte-range';
import { deliverMedia } from './media';
import { mountMedia } from './media.routes';

type Person = Awaited<ReturnType<typeof someAccount>>;

let part: Part;
let owner: Person;
let stranger: Person;
let operator: Person;
let avatar: FileRow;
let pdf: FileRow;
let paper: FileRow;
const pdfBytes = Buffer.from('%PDF-1.4 the name of Ada Lovelace %%EOF');

async function incoming(bytes: Uint8Array, name: string) {
  const path = join(part.dataDir, part.ctx.chance.id());
  await writeFile(path, bytes);
  return { path, name };
}

beforeAll(async () => {
  part = await openPart(mountMedia);
  owner = await someAccount(part.ctx);
  stranger = await someAccount(part.ctx);
  operator = await someAccount(part.ctx, 'operator');
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a3304f' } })
    .png()
    .toBuffer();
  avatar = await storeImage(part.ctx, { ownerId: owner.id, type: 'avatar', file: await incoming(picture, 'me.png') });
  pdf = await storeDocument(part.ctx, { ownerId: owner.id, file: await incoming(pdfBytes, 'my "id" ü.pdf') });
  paper = await storeDocument(part.ctx, { ownerId: owner.id, file: await incoming(picture, 'id.png') });
});
afterAll(() => part.close());

const linkOf = (row: FileRow, person: Person): string => {
  const url = new URL(fileAnswer(part.ctx, row, person).url ?? 'http://none');
  return url.pathname + url.search;
};
const get = (url: string, person: Person | null = null, headers: Record<string, string> = {}) =>
  part.http.inject({ method: 'GET', url, headers: { ...headers, ...(person && { cookie: `theme=dark; media=${person.media}` }) } });
const readings = () => part.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, pdf.id));

/** No byte of the file left the host. */
function expectRefused(answer: { statusCode: number; rawPayload: Buffer; json(): unknown }, status: number, error: string): void {
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ error });
  expect(answer.rawPayload.includes('Lovelace')).toBe(false);
}

describe('a picture that everybody sees', () => {
  it('is delivered to guests, kept for ever, and cannot be anything but a picture', async () => {
    const answer = await get(`/media/${avatar.id}/small`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''me.png",
      'content-length': String(answer.rawPayload.length),
    });
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(128);
  });

  it.each(['bytes=0-9', 'bytes=5-', 'bytes=-7'])('is delivered in part for %s', async (range) => {
    const whole = (await get(`/media/${avatar.id}/full`)).rawPayload;
    const answer = await get(`/media/${avatar.id}/full`, null, { range });
    const [start, end] =
      range === 'bytes=0-9' ? [0, 9] : range === 'bytes=5-' ? [5, whole.length - 1] : [whole.length - 7, whole.length - 1];
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${String(start)}-${String(end)}/${String(whole.length)}`);
    expect(answer.rawPayload.equals(whole.subarray(start, end + 1))).toBe(true);
  });

  it('answers 416 beyond its end', async () => {
    const answer = await get(`/media/${avatar.id}/full`, null, { range: 'bytes=99999999-' });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
    expect(answer.rawPayload.length).toBe(0);
  });

  it.each(['/media/0192a7c4-0000-7000-8000-000000000001/full', '/media/nonsense/full', '/media/..%2f..%2fetc/passwd', `/media/%00/full`])(
    'is not found at %s',
    async (url) => {
      expectRefused(await get(url), 404, 'file_not_found');
    },
  );

  it('is not found in another rendition, or when its bytes are lost', async () => {
    expectRefused(await get(`/media/${avatar.id}/huge`), 404, 'file_not_found');
    expectRefused(await get(`/media/${avatar.id}/__proto__`), 404, 'file_not_found');
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const lost = await storeImage(part.ctx, { ownerId: owner.id, type: 'cover', file: await incoming(picture, 'x.png') });
    await part.ctx.storage.remove(lost.variants[0]?.key ?? '');
    expectRefused(await get(`/media/${lost.id}/full`), 404, 'file_not_found');
  });
});

describe('a document', () => {
  it('opens for its owner, who is asked to save a PDF and to keep no copy', async () => {
    const answer = await get(linkOf(pdf, owner), owner);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(pdfBytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''my%20id%20%C3%BC.pdf",
      'cache-control': 'private, no-store',
      'content-length': String(pdfBytes.length),
    });
    expect(await readings()).toEqual([]);
  });

  it('opens in parts too', async () => {
    const answer = await get(linkOf(pdf, owner), owner, { range: 'bytes=1-3' });
    expect([answer.statusCode, answer.payload]).toEqual([206, 'PDF']);
  });

  it('that is a picture is shown in place', async () => {
    const answer = await get(linkOf(paper, owner), owner);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'content-disposition': "inline; filename*=UTF-8''id.png" });
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(300);
  });

  it('opens for an operator, and each reading leaves a trace', async () => {
    expect((await get(linkOf(pdf, operator), operator)).rawPayload.equals(pdfBytes)).toBe(true);
    expect((await get(linkOf(pdf, operator), operator)).statusCode).toBe(200);
    const trail = await readings();
    expect(trail).toHaveLength(2);
    expect(trail[0]).toMatchObject({ actorId: operator.id, action: 'document.read', targetType: 'file', address: '127.0.0.1' });
  });

  it.each(['bytes=0-', 'bytes=0-3', undefined])('gives no byte away without its link (range %s)', async (range) => {
    const headers: Record<string, string> = range === undefined ? {} : { range };
    for (const person of [null, stranger, owner, operator])
      expectRefused(await get(`/media/${pdf.id}/full`, person, headers), 403, 'media_link_invalid');
  });

  it('redirects a browser that opens its address directly to an error page, and answers other requests with JSON', async () => {
    const page = { 'sec-fetch-dest': 'document' };
    const answer = await get(linkOf(pdf, owner), stranger, page);
    expect([answer.statusCode, answer.headers.location, answer.rawPayload.length]).toEqual([303, expect.stringMatching(/\/403$/), 0]);
    expect((await get('/media/0198c0de-0000-7000-8000-00000000dead/full', null, page)).headers.location).toMatch(/\/404$/);
    expectRefused(await get(linkOf(pdf, owner), stranger, { 'sec-fetch-dest': 'video' }), 403, 'media_link_invalid');
  });

  it('gives no byte to whom the link was not made for', async () => {
    for (const person of [null, stranger, operator]) expectRefused(await get(linkOf(pdf, owner), person), 403, 'media_link_invalid');
    expectRefused(await get(linkOf(pdf, operator), owner), 403, 'media_link_invalid');
  });

  it('gives no byte for a link to another file, an altered link, or repeated keys', async () => {
    const [path, query = ''] = linkOf(pdf, owner).split('?');
    expectRefused(await get(`/media/${paper.id}/full?${query}`, owner), 403, 'media_link_invalid');
    expectRefused(await get(`${path ?? ''}?${query.replace(/signature=./, 'signature=~')}`, owner), 403, 'media_link_invalid');
    expectRefused(await get(`${path ?? ''}?${query}&expires=9999999999`, owner), 403, 'media_link_invalid');
    expectRefused(
      await get(`${path ?? ''}?${query}`.replace(/viewer=[^&]+/, `viewer=${stranger.id}`), stranger),
      403,
      'media_link_invalid',
    );
  });

  it('gives no byte with a session token in place of the media cookie, or a cookie that is over', async () => {
    const link = linkOf(pdf, owner);
    expectRefused(await get(link, null, { authorization: `Bearer ${owner.media}` }), 403, 'media_link_invalid');
    expectRefused(await get(link, { ...owner, media: 'guessed' }), 403, 'media_link_invalid');
  });

  it('closes for an operator who was dismissed, and for a suspended owner, though their links are good', async () => {
    const dismissed = await someAccount(part.ctx, 'operator');
    const link = linkOf(pdf, dismissed);
    await part.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, dismissed.id));
    expectRefused(await get(link, dismissed), 403, 'media_link_invalid');
    await part.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, owner.id));
    expectRefused(await get(linkOf(pdf, owner), owner), 403, 'media_link_invalid');
    await part.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, owner.id));
  });

  it('closes when the link is over', async () => {
    const link = linkOf(pdf, owner);
    part.clock.advance({ seconds: limits.mediaLink_s });
    expectRefused(await get(link, owner), 403, 'media_link_invalid');
  });

  it('that was changed on disk is not delivered at all', async () => {
    const broken = await storeDocument(part.ctx, { ownerId: owner.id, file: await incoming(pdfBytes, 'x.pdf') });
    const other = await part.ctx.storage.open(pdf.variants[0]?.key ?? '');
    const bytes = Buffer.concat((await other?.stream.toArray()) ?? []);
    await part.ctx.storage.put(broken.variants[0]?.key ?? '', bytes, { contentType: 'application/pdf' });
    const claims = new URL(fileAnswer(part.ctx, broken, owner).url ?? '').searchParams;
    const request = {
      fileId: broken.id,
      variant: 'full',
      claims: { expires: claims.get('expires') ?? '', viewer: owner.id, signature: claims.get('signature') ?? '' },
      range: undefined,
      viewer: owner,
      viewerNow: () => Promise.resolve(owner),
      client: { address: '127.0.0.1', country: null, userAgent: '' },
    };
    await expect(deliverMedia(part.ctx, request)).rejects.toThrow();
  });
});

describe('media in a closed country', () => {
  it('are refused to visitors, and open to operators', async () => {
    await part.ctx.db.insert(blockedCountries).values({ code: 'US' });
    await part.ctx.closedCountries.reload();
    const from = (person: Person | null) =>
      part.http.inject({
        method: 'GET',
        url: `/media/${avatar.id}/full`,
        remoteAddress: '8.8.8.8',
        headers: person ? { cookie: `media=${person.media}` } : {},
      });
    expectRefused(await from(null), 403, 'country_blocked');
    expectRefused(await from(owner), 403, 'country_blocked');
    expect((await from(operator)).statusCode).toBe(200);
    expect((await get(`/media/${avatar.id}/full`)).statusCode).toBe(200);
  });
});

describe('reading a range of ten bytes', () => {
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
    ['bytes=10-', 'outside'],
    ['bytes=-0', 'outside'],
  ])('%j is %j', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });
});

/** Photos and identity documents of performers. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { performers } from '@server/platform/db/schema/performers';
import { signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const setProfile = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  testHost.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));

describe('photos and identity documents', () => {
  const imageOf = async (shape: 'wide' | 'square'): Promise<Blob> => sampleImage(shape === 'wide' ? 1800 : 300, 300);

  test('a new avatar and cover are shown immediately, and the previous ones are deleted', async () => {
    const { token, username } = await signUpPerformer(testHost);
    const first = await testHost.call('POST /performers/cover/upload', { files: { cover: await imageOf('wide') } }, { token });
    const second = await testHost.call('POST /performers/cover/upload', { files: { cover: await imageOf('wide') } }, { token });
    const avatar = await testHost.call('POST /performers/avatar/upload', { files: { avatar: await imageOf('square') } }, { token });
    expect(avatar.data).toMatchObject({ type: 'avatar', status: 'finished', width: 300, height: 300 });
    const page = await testHost.call('GET /performers/:id', { params: { id: username } });
    expect(page.data).toMatchObject({ cover: second.data.cover, avatar: avatar.data.avatar });
    const get = async (url: string) => (await fetch(testHost.url + new URL(url).pathname)).status;
    expect(await get(second.data.cover)).toBe(200);
    expect(await get(first.data.cover)).toBe(404);
  });

  test('are rejected if they are unreadable or exceed the quota', async () => {
    const { token, id } = await signUpPerformer(testHost);
    const damaged = new File([new Uint8Array(await (await imageOf('square')).arrayBuffer()).slice(0, 400)], 'a.jpg');
    for (const [name, field] of [
      ['POST /performers/avatar/upload', 'avatar'],
      ['POST /performers/cover/upload', 'cover'],
    ] as const) {
      expect((await testHost.call(name, { files: { [field]: damaged } as never }, { token })).errorBody.error).toBe('file_unreadable');
    }
    await setProfile(id, { verification: 'pending' });
    expect(
      (await testHost.call('POST /performers/documents/upload', { body: { type: 'idVerification' }, files: { file: damaged } }, { token }))
        .errorBody.error,
    ).toBe('file_unreadable');
    await testHost.ctx.db.insert(files).values({
      id: testHost.ctx.random.id(),
      ownerId: id,
      type: 'cover',
      name: 'full',
      mimeType: 'image/webp',
      size: limits.quota_bytes,
      status: 'finished',
      variants: [],
      createdAt: testHost.clock.now(),
    });
    for (const [name, field] of [
      ['POST /performers/avatar/upload', 'avatar'],
      ['POST /performers/cover/upload', 'cover'],
    ] as const) {
      expect((await testHost.call(name, { files: { [field]: await imageOf('square') } as never }, { token })).errorBody.error).toBe(
        'quota_exceeded',
      );
    }
    expect(
      (
        await testHost.call(
          'POST /performers/documents/upload',
          { body: { type: 'idVerification' }, files: { file: await imageOf('square') } },
          { token },
        )
      ).errorBody.error,
    ).toBe('quota_exceeded');
  });

  test('both documents make an application pending, and after approval no upload is accepted', async () => {
    const { token, id } = await signUpPerformer(testHost, undefined, 'pending');
    await setProfile(id, { verification: 'rejected', verificationNote: 'Too dark' });
    const document = await imageOf('square');
    const upload = (type: 'idVerification' | 'documentVerification') =>
      testHost.call('POST /performers/documents/upload', { body: { type }, files: { file: document } }, { token });
    const responses = await Promise.all([upload('idVerification'), upload('documentVerification')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0].data.url).toContain('signature=');
    const profile = await testHost.call('GET /performers/me', {}, { token });
    expect(profile.data).toMatchObject({ verification: 'pending', verificationNote: null });
    expect(profile.data.documents).toHaveLength(2);
    await setProfile(id, { verification: 'approved' });
    expect((await upload('idVerification')).errorBody.error).toBe('already_verified');
  });
});

/** A performer's pictures, and the papers that prove who she is. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files, performers } from '@server/platform/db/schema/schema';
import { signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const set = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  world.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));

describe('pictures and papers', () => {
  const png = async (background: string): Promise<Blob> => somePicture(background === 'wide' ? 1800 : 300, 300);

  test('a new avatar and cover show at once, and the ones before are gone', async () => {
    const { token, username } = await signUpPerformer(world);
    const first = await world.call('POST /performers/cover/upload', { files: { cover: await png('wide') } }, { token });
    const second = await world.call('POST /performers/cover/upload', { files: { cover: await png('wide') } }, { token });
    const avatar = await world.call('POST /performers/avatar/upload', { files: { avatar: await png('square') } }, { token });
    expect(avatar.data).toMatchObject({ type: 'avatar', status: 'finished', width: 300, height: 300 });
    const page = await world.call('GET /performers/:id', { params: { id: username } });
    expect(page.data).toMatchObject({ cover: second.data.cover, avatar: avatar.data.avatar });
    const get = async (address: string) => (await fetch(world.url + new URL(address).pathname)).status;
    expect(await get(second.data.cover)).toBe(200);
    expect(await get(first.data.cover)).toBe(404);
  });

  test('refuses what cannot be read and what is too much', async () => {
    const { token, id } = await signUpPerformer(world);
    const damaged = new File([new Uint8Array(await (await png('square')).arrayBuffer()).slice(0, 400)], 'a.jpg');
    for (const [name, field] of [
      ['POST /performers/avatar/upload', 'avatar'],
      ['POST /performers/cover/upload', 'cover'],
    ] as const) {
      expect((await world.call(name, { files: { [field]: damaged } as never }, { token })).refusal.error).toBe('file_unreadable');
    }
    await set(id, { verification: 'pending' });
    expect(
      (await world.call('POST /performers/documents/upload', { body: { type: 'idVerification' }, files: { file: damaged } }, { token }))
        .refusal.error,
    ).toBe('file_unreadable');
    await world.ctx.db.insert(files).values({
      id: world.ctx.chance.id(),
      ownerId: id,
      type: 'cover',
      name: 'full',
      mimeType: 'image/webp',
      size: limits.quota_bytes,
      status: 'finished',
      variants: [],
      createdAt: world.clock.now(),
    });
    for (const [name, field] of [
      ['POST /performers/avatar/upload', 'avatar'],
      ['POST /performers/cover/upload', 'cover'],
    ] as const) {
      expect((await world.call(name, { files: { [field]: await png('square') } as never }, { token })).refusal.error).toBe(
        'quota_exceeded',
      );
    }
    expect(
      (
        await world.call(
          'POST /performers/documents/upload',
          { body: { type: 'idVerification' }, files: { file: await png('square') } },
          { token },
        )
      ).refusal.error,
    ).toBe('quota_exceeded');
  });

  test('both papers put an application up for review, and approval closes the door', async () => {
    const { token, id } = await signUpPerformer(world, undefined, 'pending');
    await set(id, { verification: 'rejected', verificationNote: 'Too dark' });
    const paper = await png('square');
    const upload = (type: 'idVerification' | 'documentVerification') =>
      world.call('POST /performers/documents/upload', { body: { type }, files: { file: paper } }, { token });
    const both = await Promise.all([upload('idVerification'), upload('documentVerification')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].data.url).toContain('signature=');
    const own = await world.call('GET /performers/me', {}, { token });
    expect(own.data).toMatchObject({ verification: 'pending', verificationNote: null });
    expect(own.data.documents).toHaveLength(2);
    await set(id, { verification: 'approved' });
    expect((await upload('idVerification')).refusal.error).toBe('already_verified');
  });
});

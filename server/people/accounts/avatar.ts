/** The picture of an account. */
import type { z } from 'zod';
import { placeholders } from '@contract/kernel/conventions';
import type { AvatarUploaded } from '@contract/people/users';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { fileAnswer, pictureAddress, type FileRow, type IncomingFile } from '../../platform/media/files';
import { findAccount, replacePicture } from '../../modules/people/people';
import { mayDo } from '../../platform/rights';

type Uploaded = z.output<typeof AvatarUploaded>;

const uploaded = (ctx: Context, stored: FileRow): Uploaded => ({
  ...fileAnswer(ctx, stored, null),
  avatar: pictureAddress(ctx, stored.id, 'full') ?? placeholders.avatar,
});

/** Replaces the picture of the account; whoever calls has checked that she may. Refuses as `storeImage` does. */
export async function uploadAvatar(ctx: Context, accountId: string, file: IncomingFile): Promise<Uploaded> {
  return uploaded(ctx, await replacePicture(ctx, accountId, 'avatar', file));
}

/** Replaces one's own picture, or as an operator anybody's. Refuses with not_owner or user_not_found before anything is stored. */
export async function uploadAvatarOf(ctx: Context, actor: Actor, client: Client, id: string, file: IncomingFile): Promise<Uploaded> {
  const accountId = id === 'me' ? actor.id : id;
  if (accountId === actor.id) return uploadAvatar(ctx, accountId, file);
  if (!mayDo(actor, 'people.change')) fail('not_owner');
  if (!(await findAccount(ctx, accountId))) fail('user_not_found');
  const stored = await replacePicture(ctx, accountId, 'avatar', file, (tx, { before, after }) =>
    audit(tx, actor, client, {
      action: 'users.avatar',
      targetType: 'account',
      targetId: accountId,
      before: { avatarId: before },
      after: { avatarId: after },
    }),
  );
  return uploaded(ctx, stored);
}

/** The profile photo of an account. */
import type { z } from 'zod';
import { placeholders } from '@contract/kernel/conventions';
import type { AvatarUploaded } from '@contract/people/users';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { fileResponse, pictureUrl, type FileRow, type IncomingFile } from '../../platform/media/files';
import { findAccount } from '../people/rows';
import { replaceProfileImage } from '../people/profile-images';
import { hasRight } from '../../platform/rights';

type Uploaded = z.output<typeof AvatarUploaded>;

const responseOf = (ctx: Context, stored: FileRow): Uploaded => ({
  ...fileResponse(ctx, stored, null),
  avatar: pictureUrl(ctx, stored.id, 'full') ?? placeholders.avatar,
});

/** Replaces the account's profile photo. The caller has checked permission. Fails as `storeImage` does. */
export async function uploadAvatar(ctx: Context, accountId: string, file: IncomingFile): Promise<Uploaded> {
  return responseOf(ctx, await replaceProfileImage(ctx, accountId, 'avatar', file));
}

/**
 * Replaces the actor's own profile photo, or as an operator any account's. Rejects with not_owner or user_not_found before anything is
 * stored.
 */
export async function uploadAvatarOf(ctx: Context, actor: Actor, client: Client, id: string, file: IncomingFile): Promise<Uploaded> {
  const accountId = id === 'me' ? actor.id : id;
  if (accountId === actor.id) return uploadAvatar(ctx, accountId, file);
  if (!hasRight(actor, 'people.change')) fail('not_owner');
  if (!(await findAccount(ctx, accountId))) fail('user_not_found');
  const stored = await replaceProfileImage(ctx, accountId, 'avatar', file, (tx, { before, after }) =>
    audit(tx, actor, client, {
      action: 'users.avatar',
      targetType: 'account',
      targetId: accountId,
      before: { avatarId: before },
      after: { avatarId: after },
    }),
  );
  return responseOf(ctx, stored);
}

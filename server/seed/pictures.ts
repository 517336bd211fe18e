/** The demo's pictures as files to upload. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { IncomingFile } from '../platform/media/files';
import { artFolder, avatarOf, coverOf, identityCard } from './art';

async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'footlight-pictures-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a picture into the folder, because storing a file may move it. */
async function copyPicture(folder: string, picture: string, index: number): Promise<IncomingFile> {
  const name = basename(picture);
  const path = join(folder, `${String(index)}-${name}`);
  await copyFile(join(artFolder, picture), path);
  return { path, name };
}

/** Copies pictures of the demo, named as in `art.ts`; the files exist while `work` runs. */
export function withPhotos<T>(pictures: readonly string[], work: (photos: IncomingFile[]) => Promise<T>): Promise<T> {
  return withTempFolder(async (folder) => work(await Promise.all(pictures.map((picture, index) => copyPicture(folder, picture, index)))));
}

export interface ProfilePictures {
  avatar: IncomingFile;
  cover: IncomingFile;
}

/** Copies a performer's profile and cover photo; the files exist while `work` runs. */
export function withProfilePictures<T>(username: string, work: (pictures: ProfilePictures) => Promise<T>): Promise<T> {
  return withTempFolder(async (folder) => {
    const avatar = { ...(await copyPicture(folder, avatarOf(username), 0)), name: 'portrait.webp' };
    const cover = { ...(await copyPicture(folder, coverOf(username), 1)), name: 'cover.webp' };
    return work({ avatar, cover });
  });
}

/** Copies a stand-in for an identity document; the file exists while `work` runs. */
export const withIdentityDocument = <T>(work: (document: IncomingFile) => Promise<T>): Promise<T> =>
  withTempFolder(async (folder) => work(await copyPicture(folder, identityCard, 0)));

/** A host that stores and converts files, without the rest of the API. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileType } from '@contract/kernel/values/files';
import { convertFile } from '@server/platform/media/converting/converting';
import type { FileHandlers } from '@server/platform/media/file-handlers';
import { findFile, type FileRow } from '@server/platform/media/files';
import { storeMedia } from '@server/platform/media/store-media';
import { insertAccount, openPartialHost, type PartialHost } from '../host/partial-host';

type MediaType = Exclude<FileType, 'document'>;

export interface Converter {
  host: PartialHost;
  owner: Awaited<ReturnType<typeof insertAccount>>;
  /** Stores a copy of the file, as an upload of the owner. */
  store: (type: MediaType, path: string, name?: string) => Promise<FileRow>;
  /** Writes a file like a received upload. */
  writeUpload: (content: string | Buffer, name: string) => Promise<{ path: string; name: string }>;
  rowOf: (id: string) => Promise<FileRow>;
  /** Converts a stored file and returns its row. */
  converted: (row: FileRow, handlers?: FileHandlers) => Promise<FileRow>;
  /** The content of a variant; empty if it does not exist. */
  bytesOf: (row: FileRow, variant: string) => Promise<Buffer>;
}

export async function openConverter(): Promise<Converter> {
  const host = await openPartialHost(() => undefined);
  const owner = await insertAccount(host.ctx);
  const { ctx, dataDir } = host;
  const rowOf = async (id: string): Promise<FileRow> => (await findFile(ctx, id)) ?? Promise.reject(new Error('no file'));
  return {
    host,
    owner,
    rowOf,
    store: async (type, path, name = 'clip.mp4') => {
      const copy = join(dataDir, ctx.random.id());
      await copyFile(path, copy);
      return storeMedia(ctx, { ownerId: owner.id, type, file: { path: copy, name } });
    },
    writeUpload: async (content, name) => {
      const path = join(dataDir, ctx.random.id());
      await writeFile(path, content);
      return { path, name };
    },
    converted: async (row, handlers = {}) => {
      await convertFile(ctx, row.id, handlers);
      return rowOf(row.id);
    },
    bytesOf: async (row, variant) => {
      const found = await ctx.storage.open(row.variants.find(({ name }) => name === variant)?.key ?? 'none');
      return Buffer.concat((await found?.stream.toArray()) ?? []);
    },
  };
}

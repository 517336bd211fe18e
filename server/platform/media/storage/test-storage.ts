/** Trying the storage as people's files use it, step by step: whoever looks for what is wrong is told which step it was. */
import type { Storage } from './storage';

export type StorageStep = 'write' | 'read' | 'remove';

export class StorageTrialFailed extends Error {
  constructor(
    readonly step: StorageStep,
    cause: unknown,
  ) {
    super(`the storage failed to ${step}`, { cause });
  }
}

const size_bytes = 65_536;
const range = { start: 1000, end: 2999 };

/** Writes an object called `key`, reads a range out of its middle, and removes it. @throws StorageTrialFailed */
export async function tryOut(storage: Storage, key: string): Promise<void> {
  const during = async <T>(step: StorageStep, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StorageTrialFailed(step, error);
    }
  };
  const bytes = Buffer.from(Uint8Array.from({ length: size_bytes }, (_, place) => place % 251));
  await during('write', () => storage.put(key, bytes, { contentType: 'application/octet-stream' }));
  try {
    await during('read', async () => {
      const found = await storage.open(key, range);
      const read = found ? Buffer.concat(await found.stream.toArray()) : null;
      if (found?.size !== size_bytes || !read?.equals(bytes.subarray(range.start, range.end + 1)))
        throw new Error('it gives back something else than was written');
    });
  } finally {
    await during('remove', () => storage.remove(key));
  }
}

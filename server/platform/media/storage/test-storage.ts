/** Tests the storage as files use it, and reports the failed step. */
import type { Storage } from './storage';

export type StorageStep = 'write' | 'read' | 'remove';

export class StorageTestFailed extends Error {
  constructor(
    readonly step: StorageStep,
    cause: unknown,
  ) {
    super(`the storage failed to ${step}`, { cause });
  }
}

const size_bytes = 65_536;
const range = { start: 1000, end: 2999 };

/** Writes an object `key`, reads a range of it, and removes it. @throws StorageTestFailed */
export async function testStorage(storage: Storage, key: string): Promise<void> {
  const runStep = async <T>(step: StorageStep, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StorageTestFailed(step, error);
    }
  };
  const bytes = Buffer.from(Uint8Array.from({ length: size_bytes }, (_, index) => index % 251));
  await runStep('write', () => storage.put(key, bytes, { contentType: 'application/octet-stream' }));
  try {
    await runStep('read', async () => {
      const found = await storage.open(key, range);
      const read = found ? Buffer.concat(await found.stream.toArray()) : null;
      if (found?.size !== size_bytes || !read?.equals(bytes.subarray(range.start, range.end + 1)))
        throw new Error('storage returned different content than was written');
    });
  } finally {
    await runStep('remove', () => storage.remove(key));
  }
}

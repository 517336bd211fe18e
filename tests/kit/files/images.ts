/** Image files on disk, for file choosers. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** Writes a JPEG of one color with this name and returns its path. */
export async function imageFile(name: string, color: string, size = { width: 900, height: 600 }): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'journey-files-')), name);
  await sharp({ create: { ...size, channels: 3, background: color } })
    .jpeg()
    .toFile(path);
  return path;
}

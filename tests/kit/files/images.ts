/** Picture files on disk, for the fields that people choose files in. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** Writes a JPEG of one colour under this name and answers its path. */
export async function pictureFile(name: string, colour: string, size = { width: 900, height: 600 }): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'journey-files-')), name);
  await sharp({ create: { ...size, channels: 3, background: colour } })
    .jpeg()
    .toFile(path);
  return path;
}

/** The warning about an old ffmpeg. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegWarning } from './ffmpeg';

const now = new Date('2026-11-29T12:00:00Z');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-ffmpeg-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that reports this first line as its version. */
function programThatSays(name: string, line: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${line}'\n`);
  chmodSync(path, 0o755);
  return path;
}

test.each([
  ['2018', 'ffmpeg version N-47683 Copyright (c) 2000-2018 the FFmpeg developers'],
  ['2021', 'ffmpeg version 4.4 Copyright (c) 2000-2021 the FFmpeg developers'],
])('an ffmpeg from %s is reported, with what to do', async (year, line) => {
  const ffmpegPath = programThatSays(year, line);
  expect(await ffmpegWarning({ ffmpegPath }, now)).toBe(
    `${ffmpegPath} is outdated (${year}). Install a current version (for example with apt install ffmpeg), or set FFMPEG_PATH.`,
  );
});

test.each([
  ['2022', 'ffmpeg version 5.1 Copyright (c) 2000-2022 the FFmpeg developers'],
  ['unknown', 'ffmpeg of our own'],
])('an ffmpeg from %s is not reported', async (year, line) => {
  expect(await ffmpegWarning({ ffmpegPath: programThatSays(`recent-${year}`, line) }, now)).toBeNull();
});

test('an ffmpeg that cannot be run is reported', async () => {
  expect(await ffmpegWarning({ ffmpegPath: join(folder, 'none') }, now)).toMatch(/none cannot be run, .* Install a current version/);
});

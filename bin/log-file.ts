/** The log file of one child process. A write error loses lines, but never stops the process that writes them. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const fileSizeMax_bytes = 20_000_000;

/** Called once when writing fails, and once when it works again. */
export interface LogFileEvents {
  failed(file: string, reason: string): void;
  recovered(file: string, droppedLines: number): void;
}

/**
 * Appends chunks to `<name>.log` in `folder`. One earlier file is kept, so that logs take bounded space. While the file cannot be
 * written (disk full, folder removed), lines are dropped and counted; the first line after that says how many.
 */
export function openLogFile(folder: string, name: string, events: LogFileEvents): (chunk: Buffer) => void {
  const path = join(folder, `${name}.log`);
  let file: { fd: number; size_bytes: number } | null = null;
  let droppedLines = 0;
  let endsMidLine = false;

  const close = (): void => {
    if (file) closeSync(file.fd);
    file = null;
  };
  const open = (): { fd: number; size_bytes: number } => {
    mkdirSync(folder, { recursive: true });
    const fd = openSync(path, 'a', 0o600);
    return { fd, size_bytes: fstatSync(fd).size };
  };
  const append = (bytes: Buffer): void => {
    file ??= open();
    if (file.size_bytes > fileSizeMax_bytes) {
      close();
      rmSync(`${path}.1`, { force: true });
      renameSync(path, `${path}.1`);
      file = open();
    }
    // On an almost full disk the first write is partial and the next one fails.
    for (let written = 0; written < bytes.length;) {
      const part = writeSync(file.fd, bytes, written);
      written += part;
      file.size_bytes += part;
      endsMidLine = bytes[written - 1] !== newlineByte;
    }
  };

  return (chunk) => {
    try {
      if (droppedLines > 0) {
        const entry = { level: 40, time: Date.now(), droppedLines, msg: 'log lines were dropped: the log could not be written' };
        append(Buffer.from(`${endsMidLine ? '\n' : ''}${JSON.stringify(entry)}\n`));
        events.recovered(path, droppedLines);
        droppedLines = 0;
      }
      append(chunk);
    } catch (error) {
      if (droppedLines === 0) events.failed(path, reasonOf(error));
      droppedLines += Math.max(1, chunk.filter((byte) => byte === newlineByte).length);
      close();
    }
  };
}

const newlineByte = 10;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ENOSPC' ? 'the disk is full' : error.message;
}

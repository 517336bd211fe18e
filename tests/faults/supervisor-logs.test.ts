/** A supervisor survives a log that cannot be written: lines are dropped and counted, and its children keep running. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../kit/timing/eventually';

/** A device on which every write fails as on a full disk. */
const fullDisk = '/dev/full';
const onLinux = existsSync(fullDisk) ? describe : describe.skip;

let folder: string;
let supervisor: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-logs-'));
});
afterEach(async () => {
  if (isRunning()) {
    supervisor.kill('SIGTERM');
    await once(supervisor, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const isRunning = (): boolean => supervisor.exitCode === null && supervisor.signalCode === null;

async function start(terminal: 'pipe' | number): Promise<void> {
  supervisor = fork('tests/faults/processes/supervisor-process.ts', [folder], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', terminal, 'inherit', 'ipc'],
  });
  await Promise.race([once(supervisor, 'message'), once(supervisor, 'exit')]);
}

onLinux('on a full disk a supervisor', () => {
  it('drops and counts log lines, reports it once, and writes again when there is space', async () => {
    const log = join(folder, 'talker.log');
    symlinkSync(fullDisk, log);
    await start('pipe');
    let output = '';
    supervisor.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(() => expect(output).toContain('(the disk is full); log lines are dropped'));
    expect(isRunning()).toBe(true);
    rmSync(log);
    await eventually(() => expect(readFileSync(log, 'utf8')).toMatch(/"droppedLines":\d+.*\n(a line of the child\n)+$/));
    const dropped = Number(/"droppedLines":(\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    expect(dropped).toBeGreaterThan(0);
    await eventually(() => expect(output).toContain(`writing to ${log} works again; ${String(dropped)} lines were dropped`));
    expect(output.match(/\(the disk is full\); log lines are dropped/g)).toHaveLength(1);
  });

  it('keeps running when its own terminal is a file without space', async () => {
    symlinkSync(fullDisk, join(folder, 'talker.log'));
    const terminal = openSync(fullDisk, 'w');
    await start(terminal);
    closeSync(terminal);
    await pause(300);
    expect(isRunning()).toBe(true);
  });
});

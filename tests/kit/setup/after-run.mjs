/**
 * Outlives a test run: its input ends with the run, however that ends. Then it stops the database server that the run may have left, and
 * removes the run's files. Arguments: the folder of the run, and the cluster in it.
 */
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [folder, cluster] = process.argv.slice(2);
const poll_ms = 100;
const polls = 100;

/** The running server's process, or null. A number in an old file may belong to another process by now. */
function serverOf() {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    // A server works in its cluster.
    return existsSync('/proc/self') && readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster) ? null : pid;
  } catch {
    return null;
  }
}

for await (const _chunk of process.stdin);
const pid = serverOf();
// Without a checkpoint: the data is removed.
if (pid !== null) process.kill(pid, 'SIGQUIT');
for (let polled = 0; polled < polls && serverOf() !== null; polled += 1) await pause(poll_ms);
rmSync(folder, { recursive: true, force: true });

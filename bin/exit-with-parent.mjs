/** Loaded into every child of the supervisor: a child never outlives the supervisor, even when that was killed with SIGKILL. */
const gracePeriod_ms = 12_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), gracePeriod_ms).unref();
  process.kill(process.pid, 'SIGTERM');
});
// A listener keeps the channel, and so the process, alive; unref lets a child without work exit by itself.
process.channel?.unref();

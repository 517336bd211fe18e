/** Loaded into every child of the supervisor: a child never outlives it, even when it was killed without a word. */
const patience_ms = 12_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patience_ms).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening holds the channel, and with it the process; a child that has nothing left to do may still end by itself.
process.channel?.unref();

/** A process that owns or attaches to the embedded database in a folder, for fault tests that start and kill it. */
import { attachDatabase, openDatabase } from '../../../server/platform/db/engine/engine';

const [, , mode, dataDir = ''] = process.argv;
const log = { info: () => {}, warn: (message: string) => process.send?.({ warning: message }) };

try {
  const open = mode === 'attach' ? attachDatabase : openDatabase;
  const database = await open({ databaseUrl: null, pooler: null, dataDir }, log);
  process.on('SIGTERM', () => void database.close().then(() => process.exit(0)));
  process.send?.({ url: database.url });
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/** How migrations are made from the schema: `npm run db:generate`, offline. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/platform/db/schema/schema.ts', './server/platform/db/schema/ledger.ts'],
  out: './server/platform/db/migrations',
  casing: 'snake_case',
});

/** How migrations are made from the schema: `npm run db:generate`, offline. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/db/schema/schema.ts', './server/db/schema/ledger.ts'],
  out: './server/db/migrations',
  casing: 'snake_case',
});

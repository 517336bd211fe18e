/** Settings as an operator would have stored them. */
import type { SettingKey, SettingValues } from '@contract/kernel/settings';
import { settings } from '@server/platform/db/schema/site';
import type { TestHost } from './test-host';

/** Stores settings and makes the API server reload them. */
export async function setSettings(testHost: TestHost, values: Partial<SettingValues>): Promise<void> {
  for (const [key, value] of Object.entries(values) as [SettingKey, SettingValues[SettingKey]][]) {
    const row = { key, value, updatedAt: testHost.clock.now() };
    await testHost.ctx.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row });
  }
  await testHost.ctx.settings.reload();
}

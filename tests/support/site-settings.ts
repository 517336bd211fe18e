/** Settings as an operator would have stored them. */
import type { SettingKey, SettingValues } from '@contract/kernel/settings';
import { settings } from '@server/platform/db/schema/schema';
import type { World } from '../kit/host/test-host';

/** Stores settings and lets the host read them. */
export async function setSettings(world: World, values: Partial<SettingValues>): Promise<void> {
  for (const [key, value] of Object.entries(values) as [SettingKey, SettingValues[SettingKey]][]) {
    const row = { key, value, updatedAt: world.clock.now() };
    await world.ctx.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row });
  }
  await world.ctx.settings.reload();
}

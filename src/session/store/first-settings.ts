/** The default settings until the server's are known: for server renders and tests. */
import type { PublicSettings } from '@contract/kernel/entities';
import { settingDefaults } from '@contract/kernel/settings';

export const firstSettings: PublicSettings = { ...settingDefaults, menus: [], isSandbox: true, webPushPublicKey: '', livekitUrl: '' };

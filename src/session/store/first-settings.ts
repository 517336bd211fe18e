/** The settings that hold until the host has said otherwise: for server renders, and for tests. */
import type { PublicSettings } from '@contract/kernel/entities';
import { settingDefaults } from '@contract/kernel/settings';

export const firstSettings: PublicSettings = { ...settingDefaults, menus: [], isSandbox: true, webPushPublicKey: '', livekitUrl: '' };

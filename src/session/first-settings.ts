/** The settings that hold until the host has said otherwise: for server renders, and for tests. */
import type { PublicSettings } from '@contract/entities';
import { settingDefaults } from '@contract/settings';

export const firstSettings: PublicSettings = { ...settingDefaults, menus: [], isSandbox: true, webPushPublicKey: '', livekitUrl: '' };

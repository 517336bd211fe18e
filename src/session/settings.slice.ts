/** The site's public settings, replaced as a whole. */
import type { PublicSettings } from '@contract/entities';
import { settingDefaults } from '@contract/settings';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

/** What holds until the host has said otherwise. */
export const firstSettings: PublicSettings = { ...settingDefaults, menus: [], isSandbox: true };

const slice = createSlice({
  name: 'settings',
  initialState: firstSettings,
  reducers: { settingsUpdated: (_, { payload }: PayloadAction<PublicSettings>) => payload },
});

export const { settingsUpdated } = slice.actions;
export const settingsReducer = slice.reducer;

/** The site's public settings, replaced as a whole. */
import type { PublicSettings } from '@contract/kernel/entities';
import { createSlice } from './slice';

/** Replaced by the site's settings when the store is created. The defaults are not bundled, since they include texts for operators. */
const initialState = {} as PublicSettings;

const slice = createSlice('settings', initialState, { settingsUpdated: (_, settings: PublicSettings) => settings });

export const { settingsUpdated } = slice.actions;
export const settingsReducer = slice.reducer;

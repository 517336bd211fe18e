/** The site's public settings, replaced as a whole. */
import type { PublicSettings } from '@contract/kernel/entities';
import { makeSlice } from './store/slice';

/** Every store begins with the site's own settings: the table of defaults, with its words for operators, is not sent to browsers for this. */
const untold = {} as PublicSettings;

const slice = makeSlice('settings', untold, { settingsUpdated: (_, settings: PublicSettings) => settings });

export const { settingsUpdated } = slice.actions;
export const settingsReducer = slice.reducer;

/** How the site presents itself: its name, pictures and menus. Each change is written to local storage, key by key. */
import type { PublicSettings } from '@contract/kernel/entities';
import { placeholders } from '@contract/kernel/conventions';
import type { Middleware } from 'redux';
import { makeSlice } from './slice';

export type UiState = Pick<PublicSettings, 'siteName' | 'logo' | 'menus' | 'favicon'>;

/** The part of the settings that is the ui state. */
export function uiOf({ siteName, logo, menus, favicon }: PublicSettings): UiState {
  return { siteName, logo, menus, favicon: favicon || placeholders.favicon };
}

/** Every store begins with the site's own. */
const untold: UiState = { siteName: '', logo: '', menus: [], favicon: placeholders.favicon };

const slice = makeSlice('ui', untold, { uiUpdated: (state, changes: Partial<UiState>) => ({ ...state, ...changes }) });

export const { uiUpdated } = slice.actions;
export const uiReducer = slice.reducer;

/** Writes what an update of the ui carries to local storage. In the browser only; a full or closed storage loses nothing but the copy. */
export const keepUi: Middleware = () => (next) => (action) => {
  const result = next(action);
  if (uiUpdated.match(action)) for (const [key, value] of Object.entries(action.payload)) keep(key, value);
  return result;
};

/** By itself: what else is done with the storage is not brought to a guest's first page. */
function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // Storage that is full or forbidden: the state in memory is the truth.
  }
}

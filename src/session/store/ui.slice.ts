/** The site's branding: name, images and menus. Each change is written to local storage, key by key. */
import type { PublicSettings } from '@contract/kernel/entities';
import { placeholders } from '@contract/kernel/conventions';
import type { Middleware } from 'redux';
import { createSlice } from './slice';

export type UiState = Pick<PublicSettings, 'siteName' | 'logo' | 'menus' | 'favicon'>;

/** The UI state from the settings. */
export function uiOf({ siteName, logo, menus, favicon }: PublicSettings): UiState {
  return { siteName, logo, menus, favicon: favicon || placeholders.favicon };
}

/** Replaced by the site's settings when the store is created. */
const initialState: UiState = { siteName: '', logo: '', menus: [], favicon: placeholders.favicon };

const slice = createSlice('ui', initialState, { uiUpdated: (state, changes: Partial<UiState>) => ({ ...state, ...changes }) });

export const { uiUpdated } = slice.actions;
export const uiReducer = slice.reducer;

/** Writes UI updates to local storage. In the browser only. */
export const storeUi: Middleware = () => (next) => (action) => {
  const result = next(action);
  if (uiUpdated.match(action)) for (const [key, value] of Object.entries(action.payload)) writeStored(key, value);
  return result;
};

/** Does not use `@web/device/storage`, to keep that module out of a guest's first page. */
function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: only the copy is lost.
  }
}

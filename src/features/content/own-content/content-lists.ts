/** The shared parts of the content lists, whatever their kind. */
import type { Audience, ItemState, ItemStatus } from '@contract/kernel/values/content';
import type { StoredFile } from '@web/uploads/upload-list';
import type { ItemNoun } from '@web/ui/items/item-lists';
import type { TableColumn } from '@web/ui/lists/query-table';

export interface ContentRow {
  _id: string;
  state: ItemState;
  status: ItemStatus;
  audience: Audience;
  price: number | null;
  totalSold: number | null;
  scheduledAt: string | null;
  expiresAt: string | null;
  updatedAt: string;
  /** The delegate who created it. */
  by?: string | undefined;
}

export interface ContentList<Row extends ContentRow> {
  noun: ItemNoun;
  nameOf: (row: Row) => string;
  /** Placed below the name. */
  noteOf?: (row: Row) => string;
  pictureOf: (row: Row) => string | null;
  /** Replaces the audience where that is always the same. */
  terms?: TableColumn<Row>;
  /** Its files that the server may still be processing. */
  filesOf: (row: Row) => readonly StoredFile[];
  /** The editor's URL, or null where only the state can change. */
  editOf: (row: Row) => string | null;
  setStatus: (id: string, status: ItemStatus) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** Deleting an item that people saw or paid for needs a confirmation. */
export const needsConfirmation = ({ state, totalSold }: ContentRow): boolean => state === 'published' || (totalSold ?? 0) > 0;

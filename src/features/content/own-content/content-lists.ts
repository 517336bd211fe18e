/** The parts that the owner's content lists of all kinds share. */
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
  /** Replaces the audience column where the audience is always the same. */
  termsColumn?: TableColumn<Row>;
  /** The row's files that the server may still be processing. */
  filesOf: (row: Row) => readonly StoredFile[];
  /** The editor's URL, or null where only the state can change. */
  editHrefOf: (row: Row) => string | null;
  setStatus: (id: string, status: ItemStatus) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** Whether deleting needs a confirmation: people may have seen the item or paid for it. */
export const needsConfirmation = ({ state, totalSold }: ContentRow): boolean => state === 'published' || (totalSold ?? 0) > 0;

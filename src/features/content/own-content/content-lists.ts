/** What a list of content is made of, whatever its kind. */
import type { Audience, ItemState, ItemStatus } from '@contract/values';
import type { StoredFile } from '@web/uploads/upload-list';
import type { ItemNoun } from '@web/ui/items/item-lists';
import type { TableColumn } from '@web/ui/lists/query-table';

export interface DeskRow {
  _id: string;
  state: ItemState;
  status: ItemStatus;
  audience: Audience;
  price: number | null;
  totalSold: number | null;
  scheduledAt: string | null;
  expiresAt: string | null;
  updatedAt: string;
  /** The helper who made it. */
  by?: string | undefined;
}

export interface Desk<Row extends DeskRow> {
  noun: ItemNoun;
  nameOf: (row: Row) => string;
  /** What stands below the name. */
  noteOf?: (row: Row) => string;
  pictureOf: (row: Row) => string | null;
  /** Stands in place of for whom it is, where that is always the same. */
  terms?: TableColumn<Row>;
  /** Its files that the host may still be making ready. */
  filesOf: (row: Row) => readonly StoredFile[];
  /** Where it is changed, or null where only its state can be. */
  editOf: (row: Row) => string | null;
  setStatus: (id: string, status: ItemStatus) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

/** What people saw or paid for is not deleted without a question. */
export const isCostly = ({ state, totalSold }: DeskRow): boolean => state === 'published' || (totalSold ?? 0) > 0;

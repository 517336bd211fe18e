/** What can be done with the rows of a list of content: choose several, publish, hide and delete, each with its way back. */
import { useEffect, useRef, useState } from 'react';
import type { ItemStatus } from '@contract/values';
import { countWords } from '@web/lib/i18n/counts';
import { errorMessage } from '@web/lib/i18n/error-message';
import { deleteLater, useLateDeletion } from '@web/forms/delete-with-undo';
import { showToast } from '@web/ui/feedback/toast-queue';
import { titleWord } from '@web/ui/items/item-lists';
import { isCostly } from './content-lists';
import type { Desk, DeskRow } from './content-lists';

export interface DeskActs<Row> {
  chosen: readonly string[];
  toggle: (id: string) => void;
  chooseNone: () => void;
  /** Rows that were deleted a moment ago. */
  hidden: readonly string[];
  setStatus: (rows: readonly Row[], status: ItemStatus) => Promise<void>;
  /** Deletes at once what nobody misses, and asks about the rest. */
  remove: (rows: readonly Row[]) => void;
  /** What is asked about, or null. */
  asked: readonly Row[] | null;
  confirm: () => Promise<void>;
  keep: () => void;
}

export function useDesk<Row extends DeskRow>(desk: Desk<Row>, reread: () => Promise<unknown>): DeskActs<Row> {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly Row[] | null>(null);
  const isOnScreen = useRef(false);
  useEffect(() => {
    isOnScreen.current = true;
    return () => {
      isOnScreen.current = false;
    };
  }, []);
  useLateDeletion();
  const { one, many } = desk.noun;
  const counted = (rows: readonly Row[]) => (rows.length === 1 ? titleWord(one) : countWords(rows.length, one, many));

  const setAll = async (rows: readonly Row[], statusOf: (row: Row) => ItemStatus) => {
    try {
      for (const row of rows) await desk.setStatus(row._id, statusOf(row));
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
      return false;
    } finally {
      await reread();
    }
    return true;
  };

  const setStatus = async (rows: readonly Row[], status: ItemStatus) => {
    setChosen([]);
    if (!(await setAll(rows, () => status))) return;
    showToast({
      text: `${counted(rows)} ${status === 'active' ? 'published' : 'hidden'}`,
      onUndo: () => void setAll(rows, (row) => row.status),
    });
  };

  const remove = (rows: readonly Row[]) => {
    if (rows.some(isCostly)) {
      setAsked(rows);
      return;
    }
    const ids = rows.map(({ _id }) => _id);
    setChosen([]);
    setHidden((before) => [...before, ...ids]);
    deleteLater({
      text: `${counted(rows)} deleted`,
      send: async () => {
        try {
          await Promise.all(ids.map((id) => desk.remove(id)));
        } finally {
          if (isOnScreen.current) await reread();
        }
      },
      onKept: () => setHidden((before) => before.filter((id) => !ids.includes(id))),
    });
  };

  const confirm = async () => {
    const rows = asked ?? [];
    try {
      for (const { _id } of rows) {
        await desk.remove(_id);
        setAsked((left) => left && left.filter((row) => row._id !== _id));
      }
      setAsked(null);
      setChosen([]);
      showToast({ tone: 'ok', text: `${counted(rows)} deleted` });
    } finally {
      await reread();
    }
  };

  return {
    ...{ chosen, hidden, asked, setStatus, remove, confirm },
    toggle: (id) => setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    chooseNone: () => setChosen([]),
    keep: () => setAsked(null),
  };
}

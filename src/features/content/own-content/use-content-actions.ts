/** The actions on rows of a content list: select several, publish, hide and delete, each with undo. */
import { useEffect, useRef, useState } from 'react';
import type { ItemStatus } from '@contract/kernel/values/content';
import { countWords } from '@web/lib/i18n/counts';
import { errorMessage } from '@web/lib/i18n/error-message';
import { deleteWithUndo, useSendDeletionsOnLeave } from '@web/forms/delete-with-undo';
import { showToast } from '@web/ui/feedback/toast-queue';
import { titleWord } from '@web/ui/items/item-lists';
import { needsConfirmation } from './content-lists';
import type { ContentList, ContentRow } from './content-lists';

export interface ContentActions<Row> {
  /** The ids of the selected rows. */
  selected: readonly string[];
  toggle: (id: string) => void;
  clearSelection: () => void;
  /** The ids of rows that were just deleted, while undo is possible. */
  hidden: readonly string[];
  setStatus: (rows: readonly Row[], status: ItemStatus) => Promise<void>;
  /** Deletes immediately, with undo. If a row is published or sold, asks for a confirmation instead. */
  remove: (rows: readonly Row[]) => void;
  /** The rows that a confirmation is open for, or null. */
  confirming: readonly Row[] | null;
  confirm: () => Promise<void>;
  cancelDeletion: () => void;
}

export function useContentActions<Row extends ContentRow>(list: ContentList<Row>, revalidate: () => Promise<unknown>): ContentActions<Row> {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [confirming, setConfirming] = useState<readonly Row[] | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useSendDeletionsOnLeave();
  const { one, many } = list.noun;
  const counted = (rows: readonly Row[]) => (rows.length === 1 ? titleWord(one) : countWords(rows.length, one, many));

  const setStatuses = async (rows: readonly Row[], statusOf: (row: Row) => ItemStatus) => {
    try {
      for (const row of rows) await list.setStatus(row._id, statusOf(row));
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
      return false;
    } finally {
      await revalidate();
    }
    return true;
  };

  const setStatus = async (rows: readonly Row[], status: ItemStatus) => {
    setSelected([]);
    if (!(await setStatuses(rows, () => status))) return;
    showToast({
      text: `${counted(rows)} ${status === 'active' ? 'published' : 'unpublished'}`,
      onUndo: () => void setStatuses(rows, (row) => row.status),
    });
  };

  const remove = (rows: readonly Row[]) => {
    if (rows.some(needsConfirmation)) {
      setConfirming(rows);
      return;
    }
    const ids = rows.map(({ _id }) => _id);
    setSelected([]);
    setHidden((before) => [...before, ...ids]);
    deleteWithUndo({
      text: `${counted(rows)} deleted`,
      send: async () => {
        try {
          await Promise.all(ids.map((id) => list.remove(id)));
        } finally {
          if (isMounted.current) await revalidate();
        }
      },
      onRestore: () => setHidden((before) => before.filter((id) => !ids.includes(id))),
    });
  };

  const confirm = async () => {
    const rows = confirming ?? [];
    try {
      for (const { _id } of rows) {
        await list.remove(_id);
        setConfirming((remaining) => remaining && remaining.filter((row) => row._id !== _id));
      }
      setConfirming(null);
      setSelected([]);
      showToast({ tone: 'ok', text: `${counted(rows)} deleted` });
    } finally {
      await revalidate();
    }
  };

  return {
    selected,
    hidden,
    confirming,
    setStatus,
    remove,
    confirm,
    toggle: (id) => setSelected((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    clearSelection: () => setSelected([]),
    cancelDeletion: () => setConfirming(null),
  };
}

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
  chosen: readonly string[];
  toggle: (id: string) => void;
  chooseNone: () => void;
  /** Rows that were just deleted, while undo is possible. */
  hidden: readonly string[];
  setStatus: (rows: readonly Row[], status: ItemStatus) => Promise<void>;
  /** Deletes drafts immediately, and asks for a confirmation for other items. */
  remove: (rows: readonly Row[]) => void;
  /** The rows that a confirmation is open for, or null. */
  confirming: readonly Row[] | null;
  confirm: () => Promise<void>;
  keep: () => void;
}

export function useContentActions<Row extends ContentRow>(list: ContentList<Row>, reread: () => Promise<unknown>): ContentActions<Row> {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [confirming, setAsked] = useState<readonly Row[] | null>(null);
  const isOnScreen = useRef(false);
  useEffect(() => {
    isOnScreen.current = true;
    return () => {
      isOnScreen.current = false;
    };
  }, []);
  useSendDeletionsOnLeave();
  const { one, many } = list.noun;
  const counted = (rows: readonly Row[]) => (rows.length === 1 ? titleWord(one) : countWords(rows.length, one, many));

  const setAll = async (rows: readonly Row[], statusOf: (row: Row) => ItemStatus) => {
    try {
      for (const row of rows) await list.setStatus(row._id, statusOf(row));
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
      text: `${counted(rows)} ${status === 'active' ? 'published' : 'unpublished'}`,
      onUndo: () => void setAll(rows, (row) => row.status),
    });
  };

  const remove = (rows: readonly Row[]) => {
    if (rows.some(needsConfirmation)) {
      setAsked(rows);
      return;
    }
    const ids = rows.map(({ _id }) => _id);
    setChosen([]);
    setHidden((before) => [...before, ...ids]);
    deleteWithUndo({
      text: `${counted(rows)} deleted`,
      send: async () => {
        try {
          await Promise.all(ids.map((id) => list.remove(id)));
        } finally {
          if (isOnScreen.current) await reread();
        }
      },
      onKept: () => setHidden((before) => before.filter((id) => !ids.includes(id))),
    });
  };

  const confirm = async () => {
    const rows = confirming ?? [];
    try {
      for (const { _id } of rows) {
        await list.remove(_id);
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
    ...{ chosen, hidden, confirming, setStatus, remove, confirm },
    toggle: (id) => setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    chooseNone: () => setChosen([]),
    keep: () => setAsked(null),
  };
}

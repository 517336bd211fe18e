/** The name of a list of fans: for a new one, or another for one that there is. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import { problemOf, sentenceOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { useListsChanged } from '../../../messages/use-lists-changed';
import styles from './lists.module.css';

interface ListNameProps {
  list: { _id: string; name: string } | null;
  onClose: () => void;
}

export function ListName({ list, onClose }: ListNameProps) {
  const [name, setName] = useState(list?.name ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const changed = useListsChanged();
  const save = async () => {
    const given = name.trim();
    if (given === '') {
      setProblem('Give the list a name.');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await (list === null
        ? services.fans['POST /performer/lists']({ body: { name: given } })
        : services.fans['PUT /performer/lists/:id']({ params: { id: list._id }, body: { name: given } }));
      changed();
      showToast({ tone: 'ok', text: list === null ? 'List made' : 'List renamed' });
      onClose();
    } catch (thrown) {
      setProblem(sentenceOf(problemOf(thrown, messages.saveFailed)));
      setBusy(false);
    }
  };
  return (
    <OpenSheet title={list === null ? 'New list' : `Rename “${list.name}”`} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <TextField
          label="Name"
          hint="Only you see it."
          maxLength={limits.nameLengthMax}
          error={problem}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {list === null ? 'Make list' : 'Rename list'}
          </Button>
        </div>
      </form>
    </OpenSheet>
  );
}

/** The name of a fan list: of a new one, or a new name for an existing one. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { services } from '@web/services/services';
import { serializeError, firstErrorMessage } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { useRefreshLists } from '../fans/use-refresh-lists';
import { Form } from '@web/ui/forms/form';
import styles from './lists.module.css';

interface ListNameProps {
  list: { _id: string; name: string } | null;
  onClose: () => void;
}

export function ListName({ list, onClose }: ListNameProps) {
  const [name, setName] = useState(list?.name ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const refreshLists = useRefreshLists();
  const save = async () => {
    const trimmed = name.trim();
    if (trimmed === '') {
      setError('Give the list a name.');
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await (list === null
        ? services.fans['POST /performer/lists']({ body: { name: trimmed } })
        : services.fans['PUT /performer/lists/:id']({ params: { id: list._id }, body: { name: trimmed } }));
      refreshLists();
      showToast({ tone: 'ok', text: list === null ? 'List created' : 'List renamed' });
      onClose();
    } catch (thrown) {
      setError(firstErrorMessage(serializeError(thrown, messages.saveFailed)));
      setBusy(false);
    }
  };
  return (
    <OpenSheet title={list === null ? 'New list' : `Rename “${list.name}”`} onClose={onClose}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <TextField
          label="Name"
          hint="Only you can see this."
          maxLength={limits.nameLengthMax}
          error={error}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {list === null ? 'Create list' : 'Rename list'}
          </Button>
        </div>
      </Form>
    </OpenSheet>
  );
}

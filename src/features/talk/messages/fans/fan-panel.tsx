/** A performer's data about one fan: spending, subscription, a private note, and the lists the fan is on. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import * as messages from '@contract/kernel/messages';
import { useRef, useState } from 'react';
import { shortDate } from '@web/lib/i18n/dates';
import { subscriptionStates } from '@web/lib/wording/money-labels';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { runInOrder } from '@web/lib/in-order';
import { serializeError, firstErrorMessage } from '@web/services/serialized-error';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { Chip } from '@web/ui/actions/chips';
import { DescriptionList } from '@web/ui/display/description-list';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { StateMark } from '@web/ui/feedback/state-mark';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { useRefreshLists } from './use-refresh-lists';
import { Form } from '@web/ui/forms/form';
import styles from './fans.module.css';

type Fan = ResponseOf<'GET /performer/fans/:id'>;

export function FanPanel({ fanId }: { fanId: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/fans/:id', { params: { id: fanId } });
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void mutate()} />
    ) : (
      <Skeleton shape="row" count={3} label="Loading fan details…" />
    );
  /** Applied to the current cache: a response may arrive after another change. */
  const update = (changesOf: (cached: Fan) => Partial<Fan>) =>
    void mutate((cached) => cached && { ...cached, ...changesOf(cached) }, { revalidate: false });
  return (
    <section className={styles.panel} aria-label={`About ${data.person.name}`}>
      <Summary fan={data} />
      <Note key={fanId} fan={data} onSaved={({ note }) => update(() => ({ note }))} />
      <Lists fan={data} onListsChange={(change) => update(({ lists }) => ({ lists: change(lists) }))} onStale={() => void mutate()} />
    </section>
  );
}

function Summary({ fan: { totalSpent, subscription, isFollowing } }: { fan: Fan }) {
  return (
    <DescriptionList
      details={[
        { label: 'Total spent', value: <Tokens amount={totalSpent} /> },
        {
          label: 'Subscription',
          value: subscription === null ? 'None' : <StateMark {...subscriptionStates[subscription.status]} />,
        },
        ...(subscription === null
          ? []
          : [
              { label: 'Since', value: shortDate(subscription.startedAt) },
              { label: 'Until', value: shortDate(subscription.expiredAt) },
            ]),
        { label: 'Follows you', value: isFollowing ? 'Yes' : 'No' },
      ]}
    />
  );
}

function Note({ fan, onSaved }: { fan: Fan; onSaved: (fan: Fan) => void }) {
  const { _id: id, name } = fan.person;
  // Null until the user types: the stored note is shown, even after a change elsewhere.
  const [{ text: draftText }, changeDraft, discardDraft] = useValueDraft<{ text: string | null }>(`fan-note:${id}`, { text: null });
  const text = draftText ?? fan.note;
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(text);
  const isSaved = text === fan.note;

  const save = async () => {
    setState('busy');
    setError(null);
    latest.current = text;
    try {
      onSaved(await services.fans['PUT /performer/fans/:id/note']({ params: { id }, body: { text } }));
      setState('saved');
      // Text typed while saving is still a draft.
      if (latest.current !== text) return;
      changeDraft({ text: null });
      discardDraft();
    } catch (thrown) {
      setState('idle');
      setError(serializeError(thrown, messages.saveFailed).message);
    }
  };
  return (
    <Form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'busy') void save();
      }}
    >
      <TextAreaField
        label={`Note about ${name}`}
        hint="Only you can see this."
        rows={3}
        maxLength={limits.fanNoteLengthMax}
        error={error}
        value={text}
        onChange={({ target }) => {
          latest.current = target.value;
          changeDraft({ text: target.value });
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" busy={state === 'busy'} disabled={isSaved && state !== 'busy'}>
          Save note
        </Button>
        <span className={styles.quiet} role="status">
          {state === 'busy' ? 'Saving…' : isSaved ? (state === 'saved' ? 'Saved' : '') : 'Not saved yet'}
        </span>
      </div>
    </Form>
  );
}

interface ListsProps {
  fan: Fan;
  onListsChange: (change: (lists: Fan['lists']) => Fan['lists']) => void;
  onStale: () => void;
}

/** The performer's own lists as toggles: pressed where the fan is on the list. */
function Lists({ fan, onListsChange, onStale }: ListsProps) {
  const { _id: id, name } = fan.person;
  const { data, error, mutate } = useEndpoint('GET /performer/lists', {});
  const refreshLists = useRefreshLists();
  const listIds = fan.lists.map(({ _id }) => _id);
  const [saveError, setError] = useState<string | null>(null);
  const ownLists = data?.filter(({ rule }) => rule === null) ?? [];

  const toggle = async (list: Fan['lists'][number]) => {
    const isMember = listIds.includes(list._id);
    onListsChange((lists) => (isMember ? lists.filter(({ _id }) => _id !== list._id) : [...lists, list]));
    setError(null);
    try {
      await runInOrder(`fan-lists:${id}`, () =>
        services.fans['PUT /performer/lists/:id']({ params: { id: list._id }, body: isMember ? { removeIds: [id] } : { addIds: [id] } }),
      );
    } catch (thrown) {
      onStale();
      setError(serializeError(thrown, messages.saveFailed).message);
    }
    refreshLists();
  };
  return (
    <div className={styles.part}>
      <h2 className={styles.title}>Lists</h2>
      {saveError === null ? null : <Notice tone="danger">{saveError}</Notice>}
      {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data !== undefined && ownLists.length === 0 ? <p className={styles.quiet}>No lists yet. Create one to group your fans.</p> : null}
      {ownLists.length === 0 ? null : (
        <div className={styles.chips} role="group" aria-label={`Lists that ${name} is on`}>
          {ownLists.map((list) => (
            <Chip key={list._id} chosen={listIds.includes(list._id)} onToggle={() => void toggle({ _id: list._id, name: list.name })}>
              {list.name}
            </Chip>
          ))}
        </div>
      )}
      <NewList
        person={fan.person}
        onCreated={(list) => {
          onListsChange((lists) => [...lists, list]);
          refreshLists();
        }}
      />
    </div>
  );
}

function NewList({ person, onCreated }: { person: Fan['person']; onCreated: (list: Fan['lists'][number]) => void }) {
  const [name, setName] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (name === null) {
    return (
      <div className={styles.actions}>
        <Button size="small" onPress={() => setName('')}>
          New list
        </Button>
      </div>
    );
  }
  const create = async () => {
    if (isBlank(name)) {
      setError('Give the list a name.');
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const created = await services.fans['POST /performer/lists']({ body: { name: name.trim(), userIds: [person._id] } });
      onCreated({ _id: created._id, name: created.name });
      setName(null);
    } catch (thrown) {
      setError(firstErrorMessage(serializeError(thrown, messages.saveFailed)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void create();
      }}
    >
      <TextField
        label="List name"
        hint={`${person.name} will be added to it.`}
        error={error}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" kind="primary" busy={busy}>
          Create list
        </Button>
        <Button size="small" onPress={() => setName(null)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** What a performer knows of one fan: what she spent, how she stands to her, a note that nobody else reads, and the lists she is on. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { messages } from '@contract/kernel/errors';
import { useRef, useState } from 'react';
import { shortDate } from '@web/lib/i18n/dates';
import { subscriptionStates } from '@web/lib/money-words';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { inOrder } from '@web/session/in-order';
import { problemOf, sentenceOf } from '@web/session/problem';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { Chip } from '@web/ui/actions/chips';
import { Facts } from '@web/ui/display/description-list';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { useListsChanged } from '../../../messages/use-lists-changed';
import styles from './fans.module.css';

type Fan = AnswerOf<'GET /performer/fans/:id'>;

export function FanPanel({ fanId }: { fanId: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/fans/:id', { params: { id: fanId } });
  if (data === undefined)
    return error ? (
      <Fault error={error} onRetry={() => void mutate()} />
    ) : (
      <Skeleton shape="row" count={3} label="Loading what you know of this fan…" />
    );
  /** From what is known then: an answer may come after something else was changed. */
  const change = (changed: (known: Fan) => Partial<Fan>) =>
    void mutate((known) => known && { ...known, ...changed(known) }, { revalidate: false });
  return (
    <section className={styles.panel} aria-label={`About ${data.person.name}`}>
      <Standing fan={data} />
      <Note key={fanId} fan={data} onSaved={({ note }) => change(() => ({ note }))} />
      <Lists fan={data} onLists={(changed) => change(({ lists }) => ({ lists: changed(lists) }))} onStale={() => void mutate()} />
    </section>
  );
}

function Standing({ fan: { totalSpent, subscription, isFollowing } }: { fan: Fan }) {
  return (
    <Facts
      facts={[
        { label: 'Spent in all', value: <Tokens amount={totalSpent} /> },
        {
          label: 'Subscription',
          value:
            subscription === null ? (
              'None'
            ) : (
              <StateMark tone={subscriptionStates[subscription.status].tone}>{subscriptionStates[subscription.status].word}</StateMark>
            ),
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
  // Null until somebody writes here: what the host knows is shown, whoever changed it.
  const [{ text: written }, change, forget] = useValueDraft<{ text: string | null }>(`fan-note:${id}`, { text: null });
  const text = written ?? fan.note;
  const [state, setState] = useState<'resting' | 'busy' | 'saved'>('resting');
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(text);
  const isSaved = text === fan.note;

  const save = async () => {
    setState('busy');
    setProblem(null);
    latest.current = text;
    try {
      onSaved(await services.fans['PUT /performer/fans/:id/note']({ params: { id }, body: { text } }));
      setState('saved');
      // What was typed while it was being saved is a draft still.
      if (latest.current !== text) return;
      change({ text: null });
      forget();
    } catch (thrown) {
      setState('resting');
      setProblem(problemOf(thrown, messages.saveFailed).message);
    }
  };
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'busy') void save();
      }}
    >
      <TextAreaField
        label={`Note about ${name}`}
        hint="Nobody but you reads it."
        rows={3}
        maxLength={limits.fanNoteLengthMax}
        error={problem}
        value={text}
        onChange={({ target }) => {
          latest.current = target.value;
          change({ text: target.value });
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
    </form>
  );
}

interface ListsProps {
  fan: Fan;
  onLists: (changed: (lists: Fan['lists']) => Fan['lists']) => void;
  onStale: () => void;
}

/** The own lists as switches: pressed where the fan is on one. */
function Lists({ fan, onLists, onStale }: ListsProps) {
  const { _id: id, name } = fan.person;
  const { data, error, mutate } = useEndpoint('GET /performer/lists', {});
  const changed = useListsChanged();
  const on = fan.lists.map(({ _id }) => _id);
  const [problem, setProblem] = useState<string | null>(null);
  const own = data?.filter(({ rule }) => rule === null) ?? [];

  const toggle = async (list: Fan['lists'][number]) => {
    const isOn = on.includes(list._id);
    onLists((lists) => (isOn ? lists.filter(({ _id }) => _id !== list._id) : [...lists, list]));
    setProblem(null);
    try {
      await inOrder(`fan-lists:${id}`, () =>
        services.fans['PUT /performer/lists/:id']({ params: { id: list._id }, body: isOn ? { removeIds: [id] } : { addIds: [id] } }),
      );
    } catch (thrown) {
      onStale();
      setProblem(problemOf(thrown, messages.saveFailed).message);
    }
    changed();
  };
  return (
    <div className={styles.part}>
      <h2 className={styles.title}>Lists</h2>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      {error && data === undefined ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {data !== undefined && own.length === 0 ? <p className={styles.quiet}>You have no lists of your own yet.</p> : null}
      {own.length === 0 ? null : (
        <div className={styles.chips} role="group" aria-label={`Lists that ${name} is on`}>
          {own.map((list) => (
            <Chip key={list._id} chosen={on.includes(list._id)} onToggle={() => void toggle({ _id: list._id, name: list.name })}>
              {list.name}
            </Chip>
          ))}
        </div>
      )}
      <NewList
        person={fan.person}
        onMade={(list) => {
          onLists((lists) => [...lists, list]);
          changed();
        }}
      />
    </div>
  );
}

function NewList({ person, onMade }: { person: Fan['person']; onMade: (list: Fan['lists'][number]) => void }) {
  const [name, setName] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (name === null) {
    return (
      <div className={styles.actions}>
        <Button size="small" onPress={() => setName('')}>
          New list
        </Button>
      </div>
    );
  }
  const make = async () => {
    if (isBlank(name)) {
      setProblem('Give the list a name.');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const made = await services.fans['POST /performer/lists']({ body: { name: name.trim(), userIds: [person._id] } });
      onMade({ _id: made._id, name: made.name });
      setName(null);
    } catch (thrown) {
      setProblem(sentenceOf(problemOf(thrown, messages.saveFailed)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void make();
      }}
    >
      <TextField
        label="Name of the new list"
        hint={`${person.name} is put on it.`}
        error={problem}
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" kind="primary" busy={busy}>
          Make list
        </Button>
        <Button size="small" onPress={() => setName(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

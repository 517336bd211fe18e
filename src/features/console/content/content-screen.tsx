/** What people have published, one kind at a time: an operator looks at it, takes it down with a reason, and gives it back. */
import { moderatedStates, moderatedTypes, type ModeratedState } from '@contract/values';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { SelectField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark, type StateTone } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { ReasonDialog } from '../parts/reason-dialog';
import { contentRead, contentSorts, typeAt } from './reads';
import styles from './content.module.css';
import { nameOf, typeWords } from './labels';

type Content = AnswerOf<'GET /admin/content/:type/search'>['data'][number];

const states: Readonly<Record<ModeratedState, { word: string; tone: StateTone }>> = {
  shown: { word: 'Shown', tone: 'ok' },
  hidden: { word: 'Taken down', tone: 'danger' },
  unpublished: { word: 'Not published', tone: 'quiet' },
};

const choices = [
  { key: 'state', label: 'State', any: 'Any state', options: moderatedStates.map((value) => ({ value, label: states[value].word })) },
];

const ownerPage = ({ _id, isPerformer }: NonNullable<Content['owner']>): string => `/admin/${isPerformer ? 'performers' : 'users'}/${_id}`;

const columnsFor = (ask: (content: Content) => void, askToDelete: (content: Content) => void): readonly TableColumn<Content>[] => [
  {
    key: 'title',
    title: 'What',
    render: (content) => {
      const { link, state, hiddenReason } = content;
      const name = nameOf(content);
      return (
        <span className={styles.subject}>
          {link === null ? name : <Link href={link}>{name}</Link>}
          {state === 'hidden' && hiddenReason ? <span className={styles.quiet}>{hiddenReason}</span> : null}
        </span>
      );
    },
  },
  { key: 'owner', title: 'By', render: ({ owner }) => (owner ? <Link href={ownerPage(owner)}>{owner.name}</Link> : 'A deleted account') },
  { key: 'state', title: 'State', render: ({ state }) => <StateMark tone={states[state].tone}>{states[state].word}</StateMark> },
  { key: 'createdAt', title: 'Made', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (content) => (
      <span className={styles.actions}>
        <Button size="small" onPress={() => ask(content)}>
          {content.state === 'hidden' ? 'Give back' : 'Take down'}
        </Button>
        <Button size="small" kind="danger" onPress={() => askToDelete(content)}>
          Delete
        </Button>
      </span>
    ),
  },
];

/** Shows are ended, not taken down, and stand in a table of their own. */
const shows = { value: '/admin/live', label: 'Live shows' };

export function ContentScreen() {
  const router = useRouter();
  const place = useTable(contentSorts, choices);
  const [asked, setAsked] = useState<Content | null>(null);
  const [leaving, setLeaving] = useState<Content | null>(null);
  const found = useEndpoint('GET /admin/content/:type/search', contentRead({ ...place.address, type: router.query['type'] }), {
    keepPreviousData: true,
  });
  const type = typeAt(router.query);
  const { many } = typeWords[type];
  return (
    <ConsoleFrame title={many} lead="What people have published. What is taken down is kept, and comes back as it was.">
      <div className={styles.kind}>
        <SelectField
          label="Kind"
          value={`/admin/content/${type}`}
          options={[...moderatedTypes.map((value) => ({ value: `/admin/content/${value}`, label: typeWords[value].many })), shows]}
          onChange={(event) => void router.push(event.target.value)}
        />
      </div>
      <SearchTable<Content>
        label={many}
        searchLabel={type === 'comments' ? 'Search in comments' : 'Search by title'}
        place={place}
        choices={choices}
        found={found}
        columns={columnsFor(setAsked, setLeaving)}
        empty={
          <Empty
            title={place.isFiltered ? 'Nothing matches' : 'There is nothing here yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
      {asked ? <TurnDialog content={asked} onClose={() => setAsked(null)} onDone={() => void found.mutate()} /> : null}
      {leaving ? <DeleteDialog content={leaving} onClose={() => setLeaving(null)} onDone={() => void found.mutate()} /> : null}
    </ConsoleFrame>
  );
}

interface TurnProps {
  content: Content;
  onClose: () => void;
  onDone: () => void;
}

function TurnDialog({ content, onClose, onDone }: TurnProps) {
  const { _id, type, owner, state } = content;
  const what = `“${nameOf(content)}”`;
  const name = owner?.name ?? 'Its owner';
  const isHidden = state === 'hidden';
  const confirm = async (reason: string) => {
    if (isHidden) await services.moderation['POST /admin/content/:type/:id/restore']({ params: { type, id: _id }, body: { reason } });
    else await services.moderation['POST /admin/content/:type/:id/hide']({ params: { type, id: _id }, body: { reason } });
    onClose();
    onDone();
    showToast({ tone: 'ok', text: isHidden ? `${what} is back` : `${what} is taken down` });
  };
  return (
    <ReasonDialog
      title={isHidden ? `Give back ${what}?` : `Take down ${what}?`}
      consequence={
        isHidden
          ? `It is seen again as before, with its likes, comments and buyers. ${name} reads what you write.`
          : `Nobody but ${name} sees it from now on, buyers neither. It is kept whole, and ${name} reads the reason.`
      }
      verb={isHidden ? 'Give back' : 'Take down'}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ content, onClose, onDone }: TurnProps) {
  const { _id, type, owner, state } = content;
  const what = `“${nameOf(content)}”`;
  const name = owner?.name ?? 'Its owner';
  const buyers = state === 'hidden' ? 'It stays gone for its buyers too.' : 'Who bought it keeps it; nobody else sees it any more.';
  const confirm = async (reason: string) => {
    await services.moderation['DELETE /admin/content/:type/:id']({ params: { type, id: _id }, body: { reason } });
    onClose();
    onDone();
    showToast({ tone: 'ok', text: `${what} is deleted` });
  };
  return (
    <ReasonDialog
      title={`Delete ${what} for good?`}
      consequence={`It cannot be given back. ${type === 'comments' ? 'Nobody sees it any more.' : buyers} An appeal that waits about it ends, and ${name} reads the reason.`}
      verb="Delete"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

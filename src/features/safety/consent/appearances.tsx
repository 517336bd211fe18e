/** Content in which the user appears, with buttons to agree, refuse, or withdraw consent at any time. */
import { consentFilters, type ConsentAnswer } from '@contract/kernel/values/content';
import { useCallback, useState } from 'react';
import { consentMarks } from '@web/lib/wording/consent-labels';
import { firstWords, titleOf } from '@web/lib/wording/item-labels';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showFailure } from '@web/forms/show-failure';
import { useSocketEvent } from '@web/realtime/socket-events';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { appearancesRequest, appearanceSorts } from './requests';
import styles from './consent.module.css';

type Appearance = ResponseOf<'GET /appearances'>['data'][number];
type Item = Appearance['item'];
type Picture = Extract<Item, { kind: 'photo' }>['photo'] | null;

const filterLabels = { asked: 'Not answered yet', accepted: 'Agreed', refused: 'Refused or withdrawn' } as const;
const choices = [
  { key: 'state', label: 'Reply', anyLabel: 'All', options: consentFilters.map((value) => ({ value, label: filterLabels[value] })) },
];

const kindLabels: Readonly<Record<Item['kind'], string>> = {
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  photo: 'Photo',
  product: 'Product',
  show: 'Live stream',
};

function pictureOf(item: Item): Picture {
  if (item.kind === 'show') return null;
  if (item.kind === 'feed') return item.thumbnail ?? item.files[0] ?? null;
  if (item.kind === 'video') return item.thumbnail ?? item.video;
  if (item.kind === 'gallery') return item.coverPhoto;
  return item.kind === 'photo' ? item.photo : item.image;
}

function nameOf(item: Item): string {
  if (item.kind === 'show') return item.title || 'Next live stream';
  if (item.kind === 'product') return item.name;
  if (item.kind === 'photo') return firstWords(item.title || item.description) || 'A photo';
  const title = titleOf(item);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function ItemCell({ item, link }: Pick<Appearance, 'item' | 'link'>) {
  const picture = pictureOf(item);
  const name = nameOf(item);
  const href = link ?? picture?.url ?? null;
  return (
    <span className={styles.what}>
      <span className={styles.thumb}>
        <MediaBox src={picture?.thumbnailUrl} blur={picture?.blur} alt="" ratio={4 / 3} />
      </span>
      <span className={styles.words}>
        {href === null ? name : <Link href={href}>{name}</Link>}
        <span className={styles.quiet}>{kindLabels[item.kind]}</span>
        <ConsentScope item={item} />
      </span>
    </span>
  );
}

/** What else the consent covers, or does not. */
function ConsentScope({ item }: { item: Item }) {
  const scope = consentScopeOf(item);
  return scope === null ? null : <span className={styles.quiet}>{scope}</span>;
}

function consentScopeOf(item: Item): string | null {
  if (item.kind === 'feed' && item.streamScheduledAt !== null)
    return 'This post announces a live stream. Your answer also covers the live stream.';
  if (item.kind !== 'show') return null;
  return item.isRecording
    ? 'It’s being recorded. We’ll ask you again before the recording is published.'
    : 'If it’s recorded, we’ll ask you again before the recording is published.';
}

interface PendingQuestion {
  appearance: Appearance;
  kind: keyof typeof questions;
}

const columnsFor = (
  accept: (row: Appearance) => void,
  openQuestion: (question: PendingQuestion) => void,
): readonly TableColumn<Appearance>[] => [
  { key: 'item', title: 'What', render: ({ item, link }) => <ItemCell item={item} link={link} /> },
  {
    key: 'performer',
    title: 'By',
    render: ({ item: { performer } }) => (
      <Link href={profilePath({ id: performer._id, username: performer.username })}>{performer.name}</Link>
    ),
  },
  {
    key: 'consent',
    title: 'Your reply',
    render: ({ consent }) => <StateMark {...consentMarks[consent]} />,
  },
  { key: 'createdAt', title: 'Requested', sortable: true, render: ({ askedAt }) => <TimeAgo at={askedAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (row) => (
      <span className={styles.actions}>
        {row.consent === 'accepted' ? null : (
          <Button size="small" kind={row.consent === 'asked' ? 'primary' : 'plain'} onPress={() => accept(row)}>
            Agree
          </Button>
        )}
        {row.consent === 'asked' || row.consent === 'accepted' ? (
          <Button size="small" onPress={() => openQuestion({ appearance: row, kind: row.consent === 'asked' ? 'refusal' : 'withdrawal' })}>
            {row.consent === 'asked' ? 'Refuse' : 'Withdraw consent'}
          </Button>
        ) : null}
        <Button size="small" kind="quiet" onPress={() => openQuestion({ appearance: row, kind: 'mistake' })}>
          Not me
        </Button>
      </span>
    ),
  },
];

export function Appearances() {
  const table = useTable(appearanceSorts, choices);
  const response = useEndpoint('GET /appearances', appearancesRequest(table.urlQuery), { keepPreviousData: true });
  const [pendingQuestion, setPendingQuestion] = useState<PendingQuestion | null>(null);
  const { mutate } = response;
  const reload = useCallback(() => void mutate(), [mutate]);
  useSocketEvent('notification/created', reload);
  const send = async ({ _id: id, version }: Appearance, answer: ConsentAnswer) => {
    await services.consent['POST /appearances/:id/answer']({ params: { id }, body: { answer, version } });
  };
  const accept = (row: Appearance) =>
    void send(row, 'accept')
      .then(() => showToast({ tone: 'ok', text: 'You agreed to be shown' }))
      .catch((thrown: unknown) => showFailure(thrown, 'We couldn’t send your answer. Try again.'))
      .finally(reload);
  return (
    <>
      <SearchTable<Appearance>
        label="Content you appear in"
        table={table}
        filters={choices}
        result={response}
        columns={columnsFor(accept, setPendingQuestion)}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matches' : 'You don’t appear in anything yet'}
            text={
              table.isFiltered
                ? 'Change or remove a filter.'
                : 'When another creator names you in a post, video, gallery, photo, product or live stream, we ask for your consent here first.'
            }
          />
        }
      />
      {pendingQuestion === null ? null : (
        <Question
          question={pendingQuestion}
          onConfirm={async ({ consentAnswer, done }) => {
            await send(pendingQuestion.appearance, consentAnswer);
            showToast({ tone: 'ok', text: done });
            setPendingQuestion(null);
            reload();
          }}
          onClose={() => setPendingQuestion(null)}
        />
      )}
    </>
  );
}

interface QuestionTexts {
  consentAnswer: ConsentAnswer;
  title: (name: string) => string;
  consequence: string;
  actionLabel: string;
  done: string;
}

const questions = {
  mistake: {
    consentAnswer: 'not-me',
    title: (name: string) => `Not you in “${name}”?`,
    consequence: 'Your name is removed, and your answer is no longer needed. It can be published without you.',
    actionLabel: 'Remove my name',
    done: 'Your name was removed',
  },
  refusal: {
    consentAnswer: 'refuse',
    title: (name: string) => `Refuse to be shown in “${name}”?`,
    consequence: 'No one can see it anymore, including buyers. We’ll notify the creator. You can agree later.',
    actionLabel: 'Refuse',
    done: 'It’s no longer visible',
  },
  withdrawal: {
    consentAnswer: 'refuse',
    title: (name: string) => `Withdraw your consent for “${name}”?`,
    consequence: 'It’s taken down immediately, including for buyers. We’ll notify the creator. You can agree again later.',
    actionLabel: 'Withdraw consent',
    done: 'It’s no longer visible',
  },
} as const satisfies Record<string, QuestionTexts>;

/** The texts of `questions` for live shows. */
const showQuestions = {
  mistake: {
    ...questions.mistake,
    consequence: 'Your name is removed, and your answer is no longer needed. The live stream can go on without you.',
  },
  refusal: {
    ...questions.refusal,
    consequence: 'Your name isn’t shown, and the live stream can’t start with you in it. We’ll notify the creator. You can agree later.',
    done: 'You refused',
  },
  withdrawal: {
    ...questions.withdrawal,
    consequence:
      'Your name is removed from the live stream immediately, and we’ll ask the creator to take you off camera. Any recording is taken down too.',
    done: 'You withdrew your consent',
  },
} as const satisfies Record<string, QuestionTexts>;

interface QuestionProps {
  question: PendingQuestion;
  onConfirm: (texts: QuestionTexts) => Promise<void>;
  onClose: () => void;
}

function Question({ question: { appearance, kind }, onConfirm, onClose }: QuestionProps) {
  const texts = (appearance.item.kind === 'show' ? showQuestions : questions)[kind];
  const { title, consequence, actionLabel } = texts;
  return (
    <ConfirmDialog
      open
      title={title(nameOf(appearance.item))}
      consequence={consequence}
      actionLabel={actionLabel}
      onConfirm={() => onConfirm(texts)}
      onClose={onClose}
    />
  );
}

/** What people say against decisions: another operator than the first looks again, and leaves it or takes it back. */
import { appealStatuses, type AppealStatus } from '@contract/values';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { StateMark, type StateTone } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { ReasonDialog } from '../parts/reason-dialog';
import { decisionWords, targetWords } from '../reports/words';
import { appealsRead, appealSorts } from './reads';
import { isDecidable, WaitsForSecond } from '../parts/second-operator';
import styles from './appeals.module.css';

type Appeal = AnswerOf<'GET /admin/appeals/search'>['data'][number];
type Verdict = Exclude<AppealStatus, 'open'>;

const states: Readonly<Record<AppealStatus, { word: string; tone: StateTone }>> = {
  open: { word: 'Waiting', tone: 'warn' },
  upheld: { word: 'Decision stays', tone: 'quiet' },
  lifted: { word: 'Taken back', tone: 'ok' },
};
const choices = [
  { key: 'status', label: 'State', any: 'Any state', options: appealStatuses.map((value) => ({ value, label: states[value].word })) },
];

const decided: Readonly<Record<Appeal['decision']['target'], string>> = { ...targetWords, account: 'Account' };
const aboutOf = ({ decision: { action, target, title } }: Appeal): string =>
  `${decisionWords[action]}: ${title === '' ? decided[target] : `“${title}”`}`;

const columnsFor = (open: (appeal: Appeal) => void): readonly TableColumn<Appeal>[] => [
  { key: 'person', title: 'From', render: ({ person }) => person?.name ?? 'A deleted account' },
  { key: 'about', title: 'Against', render: aboutOf },
  { key: 'status', title: 'State', render: ({ status }) => <StateMark tone={states[status].tone}>{states[status].word}</StateMark> },
  { key: 'createdAt', title: 'Sent', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (appeal) => <Button onPress={() => open(appeal)}>{appeal.status === 'open' ? 'Decide' : 'Read'}</Button>,
  },
];

export function AppealsScreen() {
  const place = useTable(appealSorts, choices);
  const found = useEndpoint('GET /admin/appeals/search', appealsRead(place.address), { keepPreviousData: true });
  const [open, setOpen] = useState<Appeal | null>(null);
  const close = () => setOpen(null);
  return (
    <ConsoleFrame title="Appeals" lead="What people say against decisions. Whoever decided first leaves it to a colleague.">
      <SearchTable<Appeal>
        label="Appeals"
        place={place}
        choices={choices}
        found={found}
        columns={columnsFor(setOpen)}
        empty={
          <Empty
            title={place.isFiltered ? 'No appeal matches' : 'No appeal yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
      <Sheet open={open !== null} title={open === null ? '' : `Appeal of ${open.person?.name ?? 'a deleted account'}`} onClose={close}>
        {open === null ? null : (
          <Opened
            appeal={open}
            onDecided={() => {
              close();
              void found.mutate();
            }}
          />
        )}
      </Sheet>
    </ConsoleFrame>
  );
}

/** What becomes of the decision, and of whom it concerns. */
const consequences = (verdict: Verdict, { action }: Appeal['decision']): string => {
  if (action !== 'suspend') return verdicts[verdict].consequence;
  return verdict === 'lifted'
    ? 'The account is restored, and the user can log in again. They receive your answer by email.'
    : 'The account stays suspended. Its person reads your answer in a mail, and cannot appeal again.';
};

const verdicts: Readonly<Record<Verdict, { verb: string; title: string; consequence: string; done: string }>> = {
  upheld: {
    verb: 'Leave the decision',
    title: 'Leave the decision as it is?',
    consequence: 'The person reads your answer, and cannot appeal again.',
    done: 'The decision stays',
  },
  lifted: {
    verb: 'Take the decision back',
    title: 'Take the decision back?',
    consequence: 'What was taken down is seen again as before, a warning is over. The person reads your answer.',
    done: 'The decision was taken back',
  },
};

function Opened({ appeal, onDecided }: { appeal: Appeal; onDecided: () => void }) {
  const [asked, setAsked] = useState<Verdict | null>(null);
  const { decision, text, status, note, decidedBy, isOwnDecision, aloneFrom } = appeal;
  const mayDecide = isDecidable(isOwnDecision, aloneFrom);
  const decide = async (verdict: Verdict, answer: string) => {
    await services.moderation['POST /admin/appeals/:id/decide']({ params: { id: appeal._id }, body: { decision: verdict, note: answer } });
    setAsked(null);
    showToast({ tone: 'ok', text: verdicts[verdict].done });
    onDecided();
  };
  return (
    <div className={styles.stack}>
      <p>{aboutOf(appeal)}</p>
      <p className={styles.quiet}>The reason: {decision.reason}</p>
      <blockquote className={styles.words}>{text}</blockquote>
      {status === 'open' ? null : (
        <p className={styles.quiet}>
          {states[status].word}, by {decidedBy?.name ?? 'somebody who has left'}: {note}
        </p>
      )}
      {status === 'open' && !mayDecide ? <WaitsForSecond aloneFrom={aloneFrom} /> : null}
      {status === 'open' && mayDecide ? (
        <div className={styles.actions}>
          <Button onPress={() => setAsked('lifted')}>{verdicts.lifted.verb}</Button>
          <Button onPress={() => setAsked('upheld')}>{verdicts.upheld.verb}</Button>
        </div>
      ) : null}
      {asked === null ? null : (
        <ReasonDialog
          {...verdicts[asked]}
          consequence={consequences(asked, decision)}
          onConfirm={(answer) => decide(asked, answer)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

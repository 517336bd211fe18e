/** Appeals against decisions: a second operator reviews the decision and upholds or reverses it. */
import { appealStatuses, type AppealStatus } from '@contract/kernel/values/moderation';
import type { StateLabel } from '@web/lib/wording/state-label';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { ReasonDialog } from '../parts/reason-dialog';
import { decisionLabels, reportTargetLabels } from '../reports/labels';
import { appealsRequest, appealSorts } from './requests';
import { canDecide, SecondOperatorNotice } from '../parts/second-operator';
import styles from './appeals.module.css';

type Appeal = ResponseOf<'GET /admin/appeals/search'>['data'][number];
type Verdict = Exclude<AppealStatus, 'open'>;

const states: Readonly<Record<AppealStatus, StateLabel>> = {
  open: { label: 'Pending', tone: 'warn' },
  upheld: { label: 'Decision upheld', tone: 'quiet' },
  lifted: { label: 'Decision reversed', tone: 'ok' },
};
const filters = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: appealStatuses.map((value) => ({ value, label: states[value].label })),
  },
];

const targetLabels: Readonly<Record<Appeal['decision']['target'], string>> = { ...reportTargetLabels, account: 'Account' };
const decisionSummary = ({ decision: { action, target, title } }: Appeal): string =>
  `${decisionLabels[action]}: ${title === '' ? targetLabels[target] : `“${title}”`}`;

const columnsFor = (open: (appeal: Appeal) => void): readonly TableColumn<Appeal>[] => [
  { key: 'person', title: 'From', render: ({ person }) => person?.name ?? 'Deleted account' },
  { key: 'about', title: 'Decision', render: decisionSummary },
  { key: 'status', title: 'Status', render: ({ status }) => <StateMark {...states[status]} /> },
  { key: 'createdAt', title: 'Sent', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (appeal) => <Button onPress={() => open(appeal)}>{appeal.status === 'open' ? 'Review' : 'Open'}</Button>,
  },
];

export function AppealsScreen() {
  const table = useTable(appealSorts, filters);
  const result = useEndpoint('GET /admin/appeals/search', appealsRequest(table.urlQuery), { keepPreviousData: true });
  const [opened, setOpened] = useState<Appeal | null>(null);
  const close = () => setOpened(null);
  return (
    <ConsoleFrame title="Appeals" lead="Appeals against moderation decisions. A different operator reviews each appeal.">
      <SearchTable<Appeal>
        label="Appeals"
        table={table}
        filters={filters}
        result={result}
        columns={columnsFor(setOpened)}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching appeals' : 'No appeals yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
      <Sheet
        open={opened !== null}
        title={opened === null ? '' : `Appeal from ${opened.person?.name ?? 'a deleted account'}`}
        onClose={close}
      >
        {opened === null ? null : (
          <AppealDetails
            appeal={opened}
            onDecided={() => {
              close();
              void result.mutate();
            }}
          />
        )}
      </Sheet>
    </ConsoleFrame>
  );
}

/** What the verdict changes. Suspensions have their own texts because they affect the login. */
const consequenceText = (verdict: Verdict, { action }: Appeal['decision']): string => {
  if (action !== 'suspend') return verdicts[verdict].consequence;
  return verdict === 'lifted'
    ? 'The account is restored, and the user can log in again. They get your answer by email.'
    : 'The account stays suspended. The user gets your answer by email and can’t appeal again.';
};

const verdicts: Readonly<Record<Verdict, { actionLabel: string; title: string; consequence: string; done: string }>> = {
  upheld: {
    actionLabel: 'Uphold decision',
    title: 'Uphold the decision?',
    consequence: 'The user sees your answer and can’t appeal again.',
    done: 'Decision upheld',
  },
  lifted: {
    actionLabel: 'Reverse decision',
    title: 'Reverse the decision?',
    consequence: 'Content that was taken down is visible again, and a warning is lifted. The user sees your answer.',
    done: 'Decision reversed',
  },
};

function AppealDetails({ appeal, onDecided }: { appeal: Appeal; onDecided: () => void }) {
  const [confirming, setConfirming] = useState<Verdict | null>(null);
  const { decision, text, status, note, decidedBy, isOwnDecision, aloneFrom } = appeal;
  const mayDecide = canDecide(isOwnDecision, aloneFrom);
  const decide = async (verdict: Verdict, answer: string) => {
    await services.moderation['POST /admin/appeals/:id/decide']({ params: { id: appeal._id }, body: { decision: verdict, note: answer } });
    setConfirming(null);
    showToast({ tone: 'ok', text: verdicts[verdict].done });
    onDecided();
  };
  return (
    <div className={styles.stack}>
      <p>{decisionSummary(appeal)}</p>
      <p className={styles.quiet}>Reason: {decision.reason}</p>
      <blockquote className={styles.words}>{text}</blockquote>
      {status === 'open' ? null : (
        <p className={styles.quiet}>
          {states[status].label} by {decidedBy?.name ?? 'a former operator'}: {note}
        </p>
      )}
      {status === 'open' && !mayDecide ? <SecondOperatorNotice aloneFrom={aloneFrom} /> : null}
      {status === 'open' && mayDecide ? (
        <div className={styles.actions}>
          <Button onPress={() => setConfirming('lifted')}>{verdicts.lifted.actionLabel}</Button>
          <Button onPress={() => setConfirming('upheld')}>{verdicts.upheld.actionLabel}</Button>
        </div>
      ) : null}
      {confirming === null ? null : (
        <ReasonDialog
          {...verdicts[confirming]}
          consequence={consequenceText(confirming, decision)}
          onConfirm={(answer) => decide(confirming, answer)}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
}

/** The decision on a report: one operator assigns it to themselves, and it is decided once. */
import { reportReasonLabels } from '@contract/kernel/values/moderation';
import type { ReportAction } from '@contract/kernel/values/moderation';
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useAccountId } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { TimeAgo } from '@web/ui/display/times';
import { ReasonDialog } from '../parts/reason-dialog';
import { actionLabels } from './labels';
import styles from './reports.module.css';

type Report = ResponseOf<'GET /admin/reports/:id'>;

interface DecideProps {
  report: Report;
  onChanged: () => void;
}

const accountTargets = new Set<Report['target']>(['performer', 'user']);

/** The texts of the confirmation dialog of a decision. */
function dialogOf(
  action: Exclude<ReportAction, 'none'>,
  { target, owner }: Report,
): { actionLabel: string; title: string; consequence: string } {
  const name = owner?.name ?? 'The account';
  switch (action) {
    case 'hide':
      if (target === 'message')
        return {
          actionLabel: 'Delete message',
          title: 'Delete this message?',
          consequence: 'It’s deleted for both people. The sender sees your reason.',
        };
      if (target === 'stream')
        return {
          actionLabel: 'End stream',
          title: 'End this stream?',
          consequence: 'It ends immediately for everyone. The creator sees your reason.',
        };
      return {
        actionLabel: 'Take down',
        title: 'Take this down?',
        consequence: `${name} can still see it; no one else can, including buyers. You can restore it later. ${name} gets your reason.`,
      };
    case 'warn':
      return { actionLabel: 'Warn', title: `Warn ${name}?`, consequence: `${name} sees your reason. Nothing else changes.` };
    case 'suspend':
      return {
        actionLabel: 'Suspend',
        title: `Suspend ${name}?`,
        consequence: `${name} is logged out everywhere, hidden from the site, and gets your reason by email.`,
      };
  }
}

export function DecideReport({ report, onChanged }: DecideProps) {
  const [confirming, setConfirming] = useState<ReportAction | null>(null);
  const { _id: id, status, actions } = report;
  const close = () => setConfirming(null);
  const resolve = async (action: ReportAction, note: string) => {
    await services.reports['POST /admin/reports/:id/resolve']({ params: { id }, body: { action, note } });
    close();
    showToast({ tone: 'ok', text: 'Decision saved. Both sides are notified.' });
    onChanged();
  };
  if (status !== 'open') return <DecisionNotice report={report} />;
  return (
    <section className={styles.panel} aria-label="Decision">
      <h2 className={styles.panelTitle}>Decision</h2>
      <div className={styles.stack}>
        <Assignee report={report} onChanged={onChanged} />
        <div className={styles.actions} role="group" aria-label="Actions">
          <Button onPress={() => setConfirming('none')}>Dismiss</Button>
          {actions.map((action) =>
            action === 'none' ? null : (
              <Button key={action} kind={action === 'suspend' ? 'danger' : 'plain'} onPress={() => setConfirming(action)}>
                {dialogOf(action, report).actionLabel}
              </Button>
            ),
          )}
        </div>
      </div>
      <ConfirmDialog
        open={confirming === 'none'}
        tone="plain"
        title="Dismiss this report?"
        consequence={`${accountTargets.has(report.target) ? 'Nothing happens to the account' : 'Nothing changes'}. The reporter is told that it doesn’t break the rules.`}
        actionLabel="Dismiss report"
        onConfirm={() => resolve('none', '')}
        onClose={close}
      />
      {confirming === null || confirming === 'none' ? null : (
        <ReasonDialog
          {...dialogOf(confirming, report)}
          reasons={[translateMessage(reportReasonLabels[report.reason])]}
          messageLabel="Message to the person affected"
          onConfirm={(reason) => resolve(confirming, reason)}
          onClose={close}
        />
      )}
    </section>
  );
}

function DecisionNotice({ report: { action, decidedBy, decidedAt, note } }: Pick<DecideProps, 'report'>) {
  return (
    <div role="status">
      <Notice tone="ok" title={action === null ? 'Decided' : actionLabels[action]}>
        {decidedBy === null ? 'Decided ' : `${decidedBy.name} decided this `}
        {decidedAt === null ? null : <TimeAgo at={decidedAt} />}. {note}
      </Notice>
    </div>
  );
}

/** The assigned operator, so that two operators do not do the same work. */
function Assignee({ report: { _id: id, takenBy, takenAt }, onChanged }: DecideProps) {
  const ownId = useAccountId();
  const [busy, setBusy] = useState(false);
  const setAssigned = async (isTaken: boolean) => {
    setBusy(true);
    try {
      await services.reports['POST /admin/reports/:id/take']({ params: { id }, body: { isTaken } });
      onChanged();
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    } finally {
      setBusy(false);
    }
  };
  const isMine = takenBy?._id === ownId;
  return (
    <div className={styles.taken} role="status">
      {takenBy === null ? <span className={styles.quiet}>Not assigned yet.</span> : null}
      {takenBy !== null && !isMine ? (
        <Notice tone="warn">
          Assigned to {takenBy.name} {takenAt === null ? null : <TimeAgo at={takenAt} />}.
        </Notice>
      ) : null}
      {isMine ? <span>Assigned to you. Your team can see that.</span> : null}
      <Button size="small" busy={busy} onPress={() => void setAssigned(!isMine)}>
        {isMine ? 'Unassign me' : takenBy === null ? 'Assign to me' : 'Take over'}
      </Button>
    </div>
  );
}

/** One report: the snapshot, both parties, and the decision. A colleague's changes appear immediately. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { fullDate } from '@web/lib/i18n/dates';
import { inSentence } from '@web/lib/i18n/in-sentence';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { byId } from '../parts/requests';
import { DecideReport } from './decide-report';
import { EvidencePanel } from './evidence-panel';
import { ReportParties } from './report-sides';
import { actionLabels, reportReasonLabel, reportStates, reportTargetLabels } from './labels';
import styles from './reports.module.css';

type Report = ResponseOf<'GET /admin/reports/:id'>;

const back = { href: '/admin/reports?status=open', label: 'Back to reports' };

export function ReportScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /admin/reports/:id', typeof id === 'string' ? byId(id) : null);
  const onReportChanged = useCallback((event: Stamped<'report/changed'>) => event._id === id && void mutate(), [id, mutate]);
  useSocketEvent('report/changed', onReportChanged);
  if (data === undefined) {
    return (
      <ConsoleFrame title="Report" back={back}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the report…" />}
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame title={data.source === 'words' ? reportReasonLabel(data) : `Report: ${inSentence(reportReasonLabel(data))}`} back={back}>
      <div className={styles.halves}>
        <EvidencePanel report={data} />
        <div className={styles.stack}>
          <ReportDetails report={data} />
          <ReportParties report={data} />
          {/* Last, because a colleague's changes alter its height: content above it does not move. */}
          <DecideReport report={data} onChanged={() => void mutate()} />
        </div>
      </div>
    </ConsoleFrame>
  );
}

function ReportDetails({ report }: { report: Report }) {
  const { target, source, description, status, action, createdAt } = report;
  const { label, tone } = reportStates[status];
  return (
    <DetailList
      title="Report"
      details={[
        { label: 'Status', value: <StateMark tone={tone}>{action === null ? label : actionLabels[action]}</StateMark> },
        { label: 'What', value: reportTargetLabels[target] },
        { label: 'Reason', value: reportReasonLabel(report) },
        ...(source === 'words' ? [] : [{ label: 'Reporter’s description', value: description }]),
        { label: 'Sent', value: fullDate(createdAt, undefined, 'UTC') },
      ]}
    />
  );
}

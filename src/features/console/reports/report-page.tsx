/** One report: the copy of what was reported, who is on both sides, and the decision. What a colleague does is seen at once. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { fullDate } from '@web/lib/i18n/dates';
import { inSentence } from '@web/lib/i18n/in-sentence';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { ConsoleFrame } from '../parts/console-frame';
import { Facts } from '../parts/detail-list';
import { byId } from '../reads';
import { DecideReport } from './decide-report';
import { EvidencePanel } from './evidence-panel';
import { ReportSides } from './report-sides';
import { actionWords, reasonOf, reportStates, targetWords } from './words';
import styles from './reports.module.css';

type Report = AnswerOf<'GET /admin/reports/:id'>;

const back = { href: '/admin/reports?status=open', label: 'Back to reports' };

export function ReportScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /admin/reports/:id', typeof id === 'string' ? byId(id) : null);
  const heard = useCallback((event: Stamped<'report/changed'>) => event._id === id && void mutate(), [id, mutate]);
  useSocketEvent('report/changed', heard);
  if (data === undefined) {
    return (
      <ConsoleFrame title="Report" back={back}>
        {error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the report…" />}
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame title={data.source === 'words' ? reasonOf(data) : `Report: ${inSentence(reasonOf(data))}`} back={back}>
      <div className={styles.halves}>
        <EvidencePanel report={data} />
        <div className={styles.stack}>
          <ReportFacts report={data} />
          <ReportSides report={data} />
          {/* Last: what a colleague does changes its height, and nothing that is being read moves. */}
          <DecideReport report={data} onChanged={() => void mutate()} />
        </div>
      </div>
    </ConsoleFrame>
  );
}

function ReportFacts({ report }: { report: Report }) {
  const { target, source, description, status, action, createdAt } = report;
  const { word, tone } = reportStates[status];
  return (
    <Facts
      title="Report"
      facts={[
        { label: 'State', value: <StateMark tone={tone}>{action === null ? word : actionWords[action]}</StateMark> },
        { label: 'What', value: targetWords[target] },
        { label: 'Reason', value: reasonOf(report) },
        ...(source === 'words' ? [] : [{ label: 'In the words of the reporter', value: description }]),
        { label: 'Sent', value: fullDate(createdAt, undefined, 'UTC') },
      ]}
    />
  );
}

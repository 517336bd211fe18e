/** The console's first screen: work that waits for an operator, figures per day, and totals. */
import { useEndpoint } from '@web/services/use-endpoint';
import { serializeError } from '@web/services/serialized-error';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { ConsoleIcon } from '@web/ui/icons/icons';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import consoleStyles from '../parts/console.module.css';
import { RangeFigures, RangePicker } from './days';
import { hasPanels, Panels } from './panels';
import { overviewRight, rangeKeys, statisticsRequest } from './requests';
import { pendingWorkRights, PendingWorkTiles } from './pending-work';

export function OverviewScreen() {
  const may = useHasRight();
  return (
    <ConsoleFrame title="Console">
      {may(overviewRight) ? (
        <Overview />
      ) : (
        <EmptyState icon={<ConsoleIcon />} title="Choose a section" text="You don’t have permission to see the site’s figures." />
      )}
    </ConsoleFrame>
  );
}

function Overview() {
  const may = useHasRight();
  const table = useTable([], [], rangeKeys);
  const { data, error, mutate } = useEndpoint('GET /admin/statistics', statisticsRequest(table.urlQuery), { keepPreviousData: true });
  const rangeError = error ? serializeError(error, '').issues[0]?.message : undefined;
  if (rangeError !== undefined) return <EmptyState title={rangeError} action={<Button href="/admin">Show the last 30 days</Button>} />;
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="tile" count={6} label="Counting…" />;
  const { waiting, byDay, queues, money } = data;
  const hasPendingWork = queues !== null || Object.values(waiting).some((count) => count !== null) || pendingWorkRights.some(may);
  const hasDays = money !== null || byDay.some(({ accounts, content }) => accounts !== null || content !== null);
  const hasTotals = hasPanels(data);
  if (!hasPendingWork && !hasDays && !hasTotals)
    return <EmptyState icon={<ConsoleIcon />} title="No figures to show" text="Choose a section." />;
  return (
    <>
      {hasPendingWork ? (
        <>
          <h2 className={consoleStyles.subtitle}>To do</h2>
          <PendingWorkTiles statistics={data} />
        </>
      ) : null}
      {hasDays ? (
        <>
          <h2 className={consoleStyles.subtitle}>Trends</h2>
          <RangePicker table={table} statistics={data} />
          <RangeFigures statistics={data} />
        </>
      ) : null}
      {hasTotals ? (
        <>
          <h2 className={consoleStyles.subtitle}>Current totals</h2>
          <Panels statistics={data} />
        </>
      ) : null}
    </>
  );
}

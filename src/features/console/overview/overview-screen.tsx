/** The console's first screen: what waits for an operator, what each day brought, and what there is. */
import { useEndpoint } from '@web/services/use-endpoint';
import { problemOf } from '@web/session/problem';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { ConsoleIcon } from '@web/ui/icons/icons';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import consoleStyles from '../parts/console.module.css';
import { Days, RangeChoice } from './days';
import { hasPanels, Panels } from './panels';
import { overviewRight, rangeKeys, statisticsRead } from './reads';
import { waitingRights, WaitingTiles } from './pending-work';

export function OverviewScreen() {
  const may = useMay();
  return (
    <ConsoleFrame title="Console">
      {may(overviewRight) ? (
        <Overview />
      ) : (
        <Empty icon={<ConsoleIcon />} title="Choose a section" text="The figures of the site need a right that you do not have." />
      )}
    </ConsoleFrame>
  );
}

function Overview() {
  const may = useMay();
  const place = useTable([], [], rangeKeys);
  const { data, error, mutate } = useEndpoint('GET /admin/statistics', statisticsRead(place.address), { keepPreviousData: true });
  const refused = error ? problemOf(error, '').issues[0]?.message : undefined;
  if (refused !== undefined) return <Empty title={refused} action={<Button href="/admin">Show the last 30 days</Button>} />;
  if (data === undefined)
    return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="tile" count={6} label="Counting…" />;
  const { waiting, byDay, queues, money } = data;
  const waits = queues !== null || Object.values(waiting).some((count) => count !== null) || waitingRights.some(may);
  const hasDays = money !== null || byDay.some(({ accounts, content }) => accounts !== null || content !== null);
  const counts = hasPanels(data);
  if (!waits && !hasDays && !counts) return <Empty icon={<ConsoleIcon />} title="Nothing is counted for you" text="Choose a section." />;
  return (
    <>
      {waits ? (
        <>
          <h2 className={consoleStyles.subtitle}>Waiting for you</h2>
          <WaitingTiles statistics={data} />
        </>
      ) : null}
      {hasDays ? (
        <>
          <h2 className={consoleStyles.subtitle}>By day</h2>
          <RangeChoice place={place} statistics={data} />
          <Days statistics={data} />
        </>
      ) : null}
      {counts ? (
        <>
          <h2 className={consoleStyles.subtitle}>The site now</h2>
          <Panels statistics={data} />
        </>
      ) : null}
    </>
  );
}

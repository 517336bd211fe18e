/** How the books stood in the last night that was checked. */
import { shortDate } from '@web/lib/i18n/dates';
import { useEndpoint } from '@web/services/use-endpoint';
import { CheckIcon, MoneyIcon } from '@web/ui/icons/icons';
import { Tile } from './tile';
import { lastNightRead } from '../books/reads';

/** A worker makes up for what was missed: a check that is older than this says that none is running. */
const stale_ms = 2 * 86_400_000;

/** `countedAt` is the host's time, by which a check is old. */
export function BooksTile({ countedAt }: { countedAt: string }) {
  const { data, error } = useEndpoint('GET /admin/ledger/checks', lastNightRead);
  if (error) return null;
  const [last] = data ?? [];
  const isStale = last !== undefined && Date.parse(countedAt) - Date.parse(last.endedAt) > stale_ms;
  return (
    <Tile
      href="/admin/transactions?tab=check"
      icon={last?.ok === true && !isStale ? <CheckIcon /> : <MoneyIcon />}
      figure={data && (last ? (last.ok ? 'Right' : 'Wrong') : 'None')}
      words={wordsOf(last?.night, isStale)}
      waits={last?.ok === false || isStale}
    />
  );
}

function wordsOf(night: string | undefined, isStale: boolean): string {
  if (night === undefined) return 'nightly check of the books';
  const day = shortDate(night, undefined, 'UTC');
  return isStale ? `books, not checked since ${day}` : `books, checked ${day}`;
}

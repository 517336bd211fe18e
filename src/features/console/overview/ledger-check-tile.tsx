/** The result of the last nightly ledger check. */
import { shortDate } from '@web/lib/i18n/dates';
import { useEndpoint } from '@web/services/use-endpoint';
import { CheckIcon, MoneyIcon } from '@web/ui/icons/icons';
import { Tile } from './tile';
import { lastNightlyCheckRequest } from '../books/requests';

/** A worker catches up on missed checks, so an older check than this means that no worker runs. */
const staleAfter_ms = 2 * 86_400_000;

/** The age of the last check is relative to `serverTime`, not to the clock of the browser. */
export function LedgerCheckTile({ serverTime }: { serverTime: string }) {
  const { data, error } = useEndpoint('GET /admin/ledger/checks', lastNightlyCheckRequest);
  if (error) return null;
  const [last] = data ?? [];
  const isStale = last !== undefined && Date.parse(serverTime) - Date.parse(last.endedAt) > staleAfter_ms;
  return (
    <Tile
      href="/admin/transactions?tab=check"
      icon={last?.ok === true && !isStale ? <CheckIcon /> : <MoneyIcon />}
      figure={data && (last ? (last.ok ? 'Balanced' : 'Not balanced') : 'None')}
      label={labelText(last?.night, isStale)}
      needsAction={last?.ok === false || isStale}
    />
  );
}

function labelText(night: string | undefined, isStale: boolean): string {
  if (night === undefined) return 'nightly ledger check';
  const day = shortDate(night, undefined, 'UTC');
  return isStale ? `ledger, not checked since ${day}` : `ledger, checked ${day}`;
}

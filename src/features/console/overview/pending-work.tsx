/** Work that waits for an operator, each tile linked to its list. */
import type { Right } from '@contract/kernel/rights';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { useHasRight } from '@web/session/use-has-right';
import {
  CheckIcon,
  ClockIcon,
  CommentIcon,
  FileIcon,
  FlagIcon,
  GlobeIcon,
  MailIcon,
  MoneyIcon,
  ReplyIcon,
  SettingsIcon,
  ShieldIcon,
} from '@web/ui/icons/icons';
import type { ReactElement } from 'react';
import { LedgerCheckTile } from './ledger-check-tile';
import { failedMailsRequest } from './requests';
import styles from './overview.module.css';
import { Tile } from './tile';

export type Statistics = ResponseOf<'GET /admin/statistics'>;

/** The rights for the tiles that are not part of the statistics. */
export const pendingWorkRights = ['money.read', 'settings.read', 'countries.change', 'mails.read'] as const satisfies readonly Right[];

interface PendingWork {
  key: keyof Statistics['waiting'];
  href: string;
  icon: ReactElement;
  one: string;
  more: string;
}

const pendingWork: readonly PendingWork[] = [
  {
    key: 'applications',
    href: '/admin/performers?verification=pending',
    icon: <ShieldIcon />,
    one: 'creator to verify',
    more: 'creators to verify',
  },
  { key: 'releases', href: '/admin/releases?status=waiting', icon: <FileIcon />, one: 'release to review', more: 'releases to review' },
  { key: 'reports', href: '/admin/reports?status=open', icon: <FlagIcon />, one: 'report to review', more: 'reports to review' },
  { key: 'appeals', href: '/admin/appeals?status=open', icon: <ReplyIcon />, one: 'appeal to review', more: 'appeals to review' },
  { key: 'payouts', href: '/admin/payouts?status=pending', icon: <MoneyIcon />, one: 'payout to review', more: 'payouts to review' },
  { key: 'disputes', href: '/admin/disputes', icon: <MoneyIcon />, one: 'dispute to answer', more: 'disputes to answer' },
  { key: 'messages', href: '/admin/inbox?state=waiting', icon: <CommentIcon />, one: 'message to answer', more: 'messages to answer' },
];

const failedJobsIn = (queues: Statistics['queues']): number | null =>
  queues === null ? null : (queues.find(({ state }) => state === 'failed')?.count ?? 0);

export function PendingWorkTiles({ statistics }: { statistics: Statistics }) {
  const { maintenanceMode } = useSettings();
  const may = useHasRight();
  const failedJobs = failedJobsIn(statistics.queues);
  return (
    <div className={styles.tiles}>
      {pendingWork.map(({ key, href, icon, one, more }) => {
        const count = statistics.waiting[key];
        if (count === null) return null;
        return (
          <Tile
            key={key}
            href={href}
            icon={count === 0 ? <CheckIcon /> : icon}
            figure={count}
            label={count === 1 ? one : more}
            needsAction={count > 0}
          />
        );
      })}
      {failedJobs === null ? null : (
        <Tile
          href="/admin/jobs?state=failed"
          icon={failedJobs === 0 ? <CheckIcon /> : <ClockIcon />}
          figure={failedJobs}
          label={failedJobs === 1 ? 'job failed' : 'jobs failed'}
          needsAction={failedJobs > 0}
        />
      )}
      {may('money.read') ? <LedgerCheckTile serverTime={statistics.countedAt} /> : null}
      {may('settings.read') ? (
        <Tile
          href="/admin/settings/maintenance"
          icon={<SettingsIcon />}
          figure={maintenanceMode ? 'On' : 'Off'}
          label="Maintenance"
          needsAction={maintenanceMode}
        />
      ) : null}
      {may('countries.change') ? <BlockedCountriesTile /> : null}
      {may('mails.read') ? <FailedMailsTile /> : null}
      {may('mails.read') ? <UndeliverableTile /> : null}
    </div>
  );
}

/** The request fails while a mail server is configured, because there is no outbox then. */
function FailedMailsTile() {
  const { data, error } = useEndpoint('GET /admin/mails/search', failedMailsRequest);
  const failed = data?.total;
  if (error) return null;
  return (
    <Tile
      href="/admin/mails?status=failed"
      icon={<MailIcon />}
      figure={failed}
      label={failed === 1 ? 'email failed' : 'emails failed'}
      needsAction={(failed ?? 0) > 0}
    />
  );
}

function UndeliverableTile() {
  const addresses = useEndpoint('GET /admin/mails/health', {}).data?.undeliverable;
  return (
    <Tile
      href="/admin/mails/undeliverable"
      icon={<MailIcon />}
      figure={addresses}
      label={addresses === 1 ? 'undeliverable address' : 'undeliverable addresses'}
      needsAction={(addresses ?? 0) > 0}
    />
  );
}

function BlockedCountriesTile() {
  const count = useEndpoint('GET /admin/blocked-countries', {}).data?.countryCodes.length;
  return <Tile href="/admin/countries" icon={<GlobeIcon />} figure={count} label={count === 1 ? 'country blocked' : 'countries blocked'} />;
}

/** What waits for an operator, each leading to the list it is taken from. */
import type { Right } from '@contract/kernel/rights';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { useMay } from '@web/session/use-may';
import {
  CheckIcon,
  ClockIcon,
  CommentIcon,
  FlagIcon,
  GlobeIcon,
  MailIcon,
  MoneyIcon,
  ReplyIcon,
  SettingsIcon,
  ShieldIcon,
} from '@web/ui/icons/icons';
import type { ReactElement } from 'react';
import { BooksTile } from './books-tile';
import { failedMailsRead } from './reads';
import styles from './overview.module.css';
import { Tile } from './tile';

export type Statistics = AnswerOf<'GET /admin/statistics'>;

/** Tiles that are not of the statistics, each for whoever holds its right. */
export const waitingRights = ['money.read', 'settings.read', 'countries.change', 'mails.read'] as const satisfies readonly Right[];

interface Waiting {
  of: keyof Statistics['waiting'];
  href: string;
  icon: ReactElement;
  one: string;
  more: string;
}

const kinds: readonly Waiting[] = [
  {
    of: 'applications',
    href: '/admin/performers?verification=pending',
    icon: <ShieldIcon />,
    one: 'document waiting',
    more: 'documents waiting',
  },
  { of: 'reports', href: '/admin/reports?status=open', icon: <FlagIcon />, one: 'report waiting', more: 'reports waiting' },
  { of: 'appeals', href: '/admin/appeals?status=open', icon: <ReplyIcon />, one: 'appeal waiting', more: 'appeals waiting' },
  { of: 'payouts', href: '/admin/payouts?status=pending', icon: <MoneyIcon />, one: 'payout waiting', more: 'payouts waiting' },
  { of: 'messages', href: '/admin/inbox?state=waiting', icon: <CommentIcon />, one: 'message waiting', more: 'messages waiting' },
];

const failedIn = (queues: Statistics['queues']): number | null =>
  queues === null ? null : (queues.find(({ state }) => state === 'failed')?.count ?? 0);

export function WaitingTiles({ statistics }: { statistics: Statistics }) {
  const { maintenanceMode } = useSettings();
  const may = useMay();
  const failedJobs = failedIn(statistics.queues);
  return (
    <div className={styles.tiles}>
      {kinds.map(({ of, href, icon, one, more }) => {
        const count = statistics.waiting[of];
        if (count === null) return null;
        return (
          <Tile
            key={of}
            href={href}
            icon={count === 0 ? <CheckIcon /> : icon}
            figure={count}
            words={count === 1 ? one : more}
            waits={count > 0}
          />
        );
      })}
      {failedJobs === null ? null : (
        <Tile
          href="/admin/jobs?state=failed"
          icon={failedJobs === 0 ? <CheckIcon /> : <ClockIcon />}
          figure={failedJobs}
          words={failedJobs === 1 ? 'job failed' : 'jobs failed'}
          waits={failedJobs > 0}
        />
      )}
      {may('money.read') ? <BooksTile countedAt={statistics.countedAt} /> : null}
      {may('settings.read') ? (
        <Tile
          href="/admin/settings/maintenance"
          icon={<SettingsIcon />}
          figure={maintenanceMode ? 'On' : 'Off'}
          words="Maintenance"
          waits={maintenanceMode}
        />
      ) : null}
      {may('countries.change') ? <ClosedCountries /> : null}
      {may('mails.read') ? <FailedMails /> : null}
    </div>
  );
}

/** While a mail server is set there is no outbox to look into. */
function FailedMails() {
  const { data, error } = useEndpoint('GET /admin/mails/search', failedMailsRead);
  const failed = data?.total;
  if (error) return null;
  return (
    <Tile
      href="/admin/mails?status=failed"
      icon={<MailIcon />}
      figure={failed}
      words={failed === 1 ? 'mail failed' : 'mails failed'}
      waits={(failed ?? 0) > 0}
    />
  );
}

function ClosedCountries() {
  const closed = useEndpoint('GET /admin/blocked-countries', {}).data?.countryCodes.length;
  return (
    <Tile href="/admin/countries" icon={<GlobeIcon />} figure={closed} words={closed === 1 ? 'country blocked' : 'countries blocked'} />
  );
}

/** The console's first screen: what waits for an operator, each leading to the list it is taken from. */
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/hooks';
import { useMay } from '@web/session/use-may';
import { cx } from '@web/ui/cx';
import { CheckIcon, FlagIcon, GlobeIcon, MailIcon, MoneyIcon, SettingsIcon, ShieldIcon, UserIcon } from '@web/ui/icons';
import { Link } from '@web/ui/link';
import type { ReactNode } from 'react';
import { ConsoleFrame } from './console-frame';
import { openReports } from './reports/reads';
import { waitingPayouts } from './money-reads';
import { counts, waitingRead } from './reads';
import styles from './console.module.css';

interface TileProps {
  href: string;
  icon: ReactNode;
  /** The figure, or a word; undefined until it is known. */
  figure: string | undefined;
  words: string;
  /** Something for an operator to do. */
  waits?: boolean;
}

function Tile({ href, icon, figure, words, waits = false }: TileProps) {
  return (
    <Link className={cx(styles.tile, waits && styles.waits)} href={href}>
      <span className={styles.tileIcon}>{icon}</span>
      <span className={styles.figure}>{figure ?? '…'}</span> <span className={styles.tileWords}>{words}</span>
    </Link>
  );
}

const many = (count: number | undefined, one: string, more: string): string => (count === 1 ? one : more);
const figureOf = (count: number | undefined): string | undefined => (count === undefined ? undefined : String(count));

export function OverviewScreen() {
  const { maintenanceMode } = useSettings();
  const may = useMay();
  const waiting = useEndpoint('GET /admin/performers/search', may('people.read') ? waitingRead : null).data?.total;
  const payouts = useEndpoint('GET /admin/payout-requests/search', may('payouts.decide') ? waitingPayouts : null).data?.total;
  const reports = useEndpoint('GET /admin/reports/search', may('reports.decide') ? openReports : null).data?.total;
  const people = useEndpoint('GET /admin/users/search', may('people.read') ? counts.people : null).data?.total;
  const suspended = useEndpoint('GET /admin/users/search', may('people.read') ? counts.suspended : null).data?.total;
  const countries = useEndpoint('GET /admin/blocked-countries', may('countries.change') ? {} : null).data?.countryCodes.length;
  // While a mail server is set there is no outbox to look into.
  const { data: failedMails, error: noOutbox } = useEndpoint('GET /admin/mails/search', may('mails.read') ? counts.failedMails : null);
  const failed = failedMails?.total;
  return (
    <ConsoleFrame title="Console">
      <h2 className={styles.subtitle}>Waiting for you</h2>
      <div className={styles.tiles}>
        {may('papers.decide') ? (
          <Tile
            href="/admin/performers?verification=pending"
            icon={waiting === 0 ? <CheckIcon /> : <ShieldIcon />}
            figure={figureOf(waiting)}
            words={many(waiting, 'document waiting', 'documents waiting')}
            waits={(waiting ?? 0) > 0}
          />
        ) : null}
        {may('reports.decide') ? (
          <Tile
            href="/admin/reports?status=open"
            icon={reports === 0 ? <CheckIcon /> : <FlagIcon />}
            figure={figureOf(reports)}
            words={many(reports, 'report waiting', 'reports waiting')}
            waits={(reports ?? 0) > 0}
          />
        ) : null}
        {may('payouts.decide') ? (
          <Tile
            href="/admin/payouts?status=pending"
            icon={payouts === 0 ? <CheckIcon /> : <MoneyIcon />}
            figure={figureOf(payouts)}
            words={many(payouts, 'payout waiting', 'payouts waiting')}
            waits={(payouts ?? 0) > 0}
          />
        ) : null}
        {may('settings.read') ? (
          <Tile
            href="/admin/settings/maintenance"
            icon={<SettingsIcon />}
            figure={maintenanceMode ? 'On' : 'Off'}
            words="Maintenance"
            waits={maintenanceMode}
          />
        ) : null}
        {noOutbox || !may('mails.read') ? null : (
          <Tile
            href="/admin/mails?status=failed"
            icon={<MailIcon />}
            figure={figureOf(failed)}
            words={many(failed, 'mail failed', 'mails failed')}
            waits={(failed ?? 0) > 0}
          />
        )}
      </div>
      {may('people.read') || may('countries.change') ? <h2 className={styles.subtitle}>The site</h2> : null}
      <div className={styles.tiles}>
        {may('people.read') ? (
          <Tile href="/admin/users" icon={<UserIcon />} figure={figureOf(people)} words={many(people, 'account', 'accounts')} />
        ) : null}
        {may('people.read') ? (
          <Tile href="/admin/users?status=suspended" icon={<UserIcon />} figure={figureOf(suspended)} words="suspended" />
        ) : null}
        {may('countries.change') ? (
          <Tile
            href="/admin/countries"
            icon={<GlobeIcon />}
            figure={figureOf(countries)}
            words={many(countries, 'country blocked', 'countries blocked')}
          />
        ) : null}
      </div>
    </ConsoleFrame>
  );
}

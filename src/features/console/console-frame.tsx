/** Around every screen of the console: its sections beside the page, a select on phones, and the head of the page. */
import { SelectField } from '@web/ui/fields';
import { cx } from '@web/ui/cx';
import {
  ClockIcon,
  CommentIcon,
  ConsoleIcon,
  FileIcon,
  GlobeIcon,
  ListIcon,
  MailIcon,
  MoneyIcon,
  ParcelIcon,
  RetryIcon,
  SettingsIcon,
  ShieldIcon,
  TicketIcon,
  UserIcon,
  VideoIcon,
} from '@web/ui/icons';
import { PageHead } from '@web/ui/page-head';
import type { PageHeadProps } from '@web/ui/page-head';
import { Link } from '@web/ui/link';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import styles from './console-frame.module.css';

const sections = [
  { root: '/admin', href: '/admin', label: 'Overview', icon: <ConsoleIcon /> },
  { root: '/admin/performers', href: '/admin/performers', label: 'Performers', icon: <ShieldIcon /> },
  { root: '/admin/users', href: '/admin/users', label: 'Users', icon: <UserIcon /> },
  { root: '/admin/payouts', href: '/admin/payouts', label: 'Payouts', icon: <MoneyIcon /> },
  { root: '/admin/transactions', href: '/admin/transactions', label: 'Transactions', icon: <MoneyIcon /> },
  { root: '/admin/orders', href: '/admin/orders', label: 'Orders', icon: <ParcelIcon /> },
  { root: '/admin/live', href: '/admin/live', label: 'Live', icon: <VideoIcon /> },
  { root: '/admin/subscriptions', href: '/admin/subscriptions', label: 'Subscriptions', icon: <RetryIcon /> },
  { root: '/admin/coupons', href: '/admin/coupons', label: 'Coupons', icon: <TicketIcon /> },
  { root: '/admin/packages', href: '/admin/packages', label: 'Packages', icon: <TicketIcon /> },
  { root: '/admin/pages', href: '/admin/pages', label: 'Pages', icon: <FileIcon /> },
  { root: '/admin/menus', href: '/admin/menus', label: 'Menus', icon: <ListIcon /> },
  { root: '/admin/countries', href: '/admin/countries', label: 'Countries', icon: <GlobeIcon /> },
  { root: '/admin/inbox', href: '/admin/inbox', label: 'Inbox', icon: <CommentIcon /> },
  { root: '/admin/mails', href: '/admin/mails', label: 'Mail outbox', icon: <MailIcon /> },
  { root: '/admin/jobs', href: '/admin/jobs', label: 'Jobs', icon: <ClockIcon /> },
  { root: '/admin/settings', href: '/admin/settings/general', label: 'Settings', icon: <SettingsIcon /> },
] as const;

type Section = (typeof sections)[number];

const isHere = ({ root }: Section, path: string): boolean => path === root || (root !== '/admin' && path.startsWith(`${root}/`));

type ConsoleFrameProps = Pick<PageHeadProps, 'title' | 'back' | 'actions' | 'lead'> & { children: ReactNode };

export function ConsoleFrame({ children, ...head }: ConsoleFrameProps) {
  const router = useRouter();
  const path = router.asPath.split(/[?#]/)[0] ?? '';
  const current = sections.find((section) => isHere(section, path)) ?? sections[0];
  return (
    <div className={styles.room}>
      <div className={styles.console}>
        <nav className={styles.nav} aria-label="Console">
          <ul className={styles.list}>
            {sections.map((section) => (
              <li key={section.root}>
                <Link
                  className={cx(styles.link, section === current && styles.here)}
                  href={section.href}
                  aria-current={section === current ? 'page' : undefined}
                >
                  {section.icon}
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
          <div className={styles.select}>
            <SelectField
              label="Console section"
              labelHidden
              value={current.href}
              options={sections.map(({ href, label }) => ({ value: href, label }))}
              onChange={(event) => void router.push(event.target.value)}
            />
          </div>
        </nav>
        <div className={styles.page}>
          <PageHead {...head} noindex />
          {children}
        </div>
      </div>
    </div>
  );
}

/** The layout of every console screen: navigation beside the page, a select on phones, and the page header. */
import { rights } from '@contract/kernel/rights';
import type { Right } from '@contract/kernel/rights';
import { useHasRight } from '@web/session/use-has-right';
import { SelectField } from '@web/ui/forms/fields';
import { cx } from '@web/ui/core/cx';
import {
  CameraIcon,
  CardIcon,
  ClockIcon,
  CommentIcon,
  ConsoleIcon,
  FileIcon,
  FlagIcon,
  GlobeIcon,
  ImageIcon,
  ListIcon,
  LockIcon,
  MailIcon,
  MoneyIcon,
  ParcelIcon,
  ReplyIcon,
  RetryIcon,
  SendIcon,
  SettingsIcon,
  ShieldIcon,
  TicketIcon,
  UserIcon,
  VideoIcon,
} from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import type { PageHeadProps } from '@web/ui/page/page-head';
import { Link } from '@web/ui/core/link';
import { EmptyState } from '@web/ui/feedback/states';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import styles from './console-frame.module.css';

const sections = [
  { root: '/admin', right: null, href: '/admin', label: 'Overview', icon: <ConsoleIcon /> },
  { root: '/admin/performers', right: 'people.read', href: '/admin/performers', label: 'Creators', icon: <ShieldIcon /> },
  { root: '/admin/users', right: 'people.read', href: '/admin/users', label: 'Users', icon: <UserIcon /> },
  { root: '/admin/reports', right: 'reports.decide', href: '/admin/reports?status=open', label: 'Reports', icon: <FlagIcon /> },
  { root: '/admin/appeals', right: 'appeals.decide', href: '/admin/appeals?status=open', label: 'Appeals', icon: <ReplyIcon /> },
  { root: '/admin/releases', right: 'papers.decide', href: '/admin/releases?status=waiting', label: 'Releases', icon: <FileIcon /> },
  { root: '/admin/content', right: 'content.moderate', href: '/admin/content/feeds', label: 'Content', icon: <CameraIcon /> },
  { root: '/admin/payouts', right: 'payouts.decide', href: '/admin/payouts', label: 'Payouts', icon: <MoneyIcon /> },
  { root: '/admin/transactions', right: 'money.read', href: '/admin/transactions', label: 'Transactions', icon: <MoneyIcon /> },
  { root: '/admin/disputes', right: 'money.read', href: '/admin/disputes', label: 'Disputes', icon: <CardIcon /> },
  { root: '/admin/orders', right: 'orders.change', href: '/admin/orders', label: 'Orders', icon: <ParcelIcon /> },
  { root: '/admin/live', right: 'content.moderate', href: '/admin/live', label: 'Live', icon: <VideoIcon /> },
  {
    root: '/admin/subscriptions',
    right: 'subscriptions.change',
    href: '/admin/subscriptions',
    label: 'Subscriptions',
    icon: <RetryIcon />,
  },
  { root: '/admin/coupons', right: 'offers.change', href: '/admin/coupons', label: 'Coupons', icon: <TicketIcon /> },
  { root: '/admin/packages', right: 'offers.change', href: '/admin/packages', label: 'Packages', icon: <TicketIcon /> },
  { root: '/admin/pages', right: 'site.write', href: '/admin/pages', label: 'Pages', icon: <FileIcon /> },
  { root: '/admin/menus', right: 'site.write', href: '/admin/menus', label: 'Menus', icon: <ListIcon /> },
  { root: '/admin/promos', right: 'site.write', href: '/admin/promos', label: 'Promotions', icon: <ImageIcon /> },
  { root: '/admin/words', right: 'words.change', href: '/admin/words', label: 'Watched words', icon: <CommentIcon /> },
  { root: '/admin/templates', right: 'site.write', href: '/admin/templates', label: 'Email templates', icon: <MailIcon /> },
  { root: '/admin/countries', right: 'countries.change', href: '/admin/countries', label: 'Countries', icon: <GlobeIcon /> },
  { root: '/admin/inbox', right: 'inbox.answer', href: '/admin/inbox', label: 'Inbox', icon: <CommentIcon /> },
  { root: '/admin/mails', right: 'mails.read', href: '/admin/mails', label: 'Email outbox', icon: <MailIcon /> },
  { root: '/admin/jobs', right: 'jobs.retry', href: '/admin/jobs', label: 'Jobs', icon: <ClockIcon /> },
  { root: '/admin/webhooks', right: 'webhooks.change', href: '/admin/webhooks', label: 'Webhooks', icon: <SendIcon /> },
  { root: '/admin/keys', right: 'keys.change', href: '/admin/keys', label: 'API keys', icon: <LockIcon /> },
  { root: '/admin/operators', right: 'team.change', href: '/admin/operators', label: 'Operators', icon: <ShieldIcon /> },
  { root: '/admin/audit', right: 'audit.read', href: '/admin/audit', label: 'Audit log', icon: <ListIcon /> },
  { root: '/admin/settings', right: 'settings.read', href: '/admin/settings/general', label: 'Settings', icon: <SettingsIcon /> },
] as const;

type Section = (typeof sections)[number];

const isCurrent = ({ root }: Section, path: string): boolean => path === root || (root !== '/admin' && path.startsWith(`${root}/`));

/** Replaces a screen that the operator may not see. */
function MissingPermission({ right }: { right: Right }) {
  return (
    <EmptyState
      icon={<ShieldIcon />}
      title="You don’t have permission for this"
      text={`You need this permission: ${rights[right]}. Ask a site owner to grant it.`}
    />
  );
}

type ConsoleFrameProps = Pick<PageHeadProps, 'title' | 'back' | 'actions' | 'lead'> & { children: ReactNode };

export function ConsoleFrame({ children, ...head }: ConsoleFrameProps) {
  const router = useRouter();
  const may = useHasRight();
  const path = router.asPath.split(/[?#]/)[0] ?? '';
  const current = sections.find((section) => isCurrent(section, path)) ?? sections[0];
  const visibleSections = sections.filter(({ right }) => right === null || may(right));
  const missingRight = current.right === null || may(current.right) ? null : current.right;
  return (
    <div className={styles.layout}>
      <div className={styles.console}>
        <nav className={styles.nav} aria-label="Console">
          <ul className={styles.list}>
            {visibleSections.map((section) => (
              <li key={section.root}>
                <Link
                  className={cx(styles.link, section === current && styles.current)}
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
              options={visibleSections.map(({ href, label }) => ({ value: href, label }))}
              onChange={(event) => void router.push(event.target.value)}
            />
          </div>
        </nav>
        <div className={styles.page}>
          <PageHead {...(missingRight === null ? head : { title: head.title })} noindex />
          {missingRight === null ? children : <MissingPermission right={missingRight} />}
        </div>
      </div>
    </div>
  );
}

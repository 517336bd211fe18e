/**
 * /user/account and /creator/account: the short setup while something is missing, else the settings by section. Phones show the list or
 * one section, large screens both. `setup`, `display` and `cards` are passed in by the page.
 */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { needsSetup } from '@web/session/landing';
import { cx } from '@web/ui/core/cx';
import { BackIcon, ChevronRightIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { PageHead } from '@web/ui/page/page-head';
import { Skeleton } from '@web/ui/feedback/states';
import { accountPath, sectionsOf, sectionTitles } from './shared/sections';
import type { SectionName } from './shared/sections';
import styles from './shared/account.module.css';

const Loading = () => <Skeleton shape="form" count={4} />;

// The options are repeated in each call because Next.js reads them statically.
const sectionComponents: Record<Exclude<SectionName, 'display' | 'cards'>, ComponentType> = {
  profile: dynamic(() => import('./profile/profile-section').then((loaded) => loaded.ProfileSection), { loading: Loading }),
  attributes: dynamic(() => import('./profile/attributes-section').then((loaded) => loaded.AttributesSection), { loading: Loading }),
  documents: dynamic(() => import('./profile/documents-section').then((loaded) => loaded.DocumentsSection), { loading: Loading }),
  prices: dynamic(() => import('./prices/prices-section').then((loaded) => loaded.PricesSection), { loading: Loading }),
  messages: dynamic(() => import('./prices/messages-section').then((loaded) => loaded.MessagesSection), { loading: Loading }),
  welcome: dynamic(() => import('./profile/welcome-section').then((loaded) => loaded.WelcomeSection), { loading: Loading }),
  'payout-method': dynamic(() => import('./payout/payout-section').then((loaded) => loaded.PayoutSection), { loading: Loading }),
  addresses: dynamic(() => import('./address-book').then((loaded) => loaded.AddressBook), { loading: Loading }),
  password: dynamic(() => import('./security/password-section').then((loaded) => loaded.PasswordSection), { loading: Loading }),
  security: dynamic(() => import('./security/security-section').then((loaded) => loaded.SecuritySection), { loading: Loading }),
  sessions: dynamic(() => import('./sessions-section').then((loaded) => loaded.SessionsSection), { loading: Loading }),
  helpers: dynamic(() => import('./helpers/helpers-section').then((loaded) => loaded.DelegatesSection), { loading: Loading }),
  privacy: dynamic(() => import('./privacy/privacy-section').then((loaded) => loaded.PrivacySection), { loading: Loading }),
  notifications: dynamic(() => import('./notifications/notifications-section').then((loaded) => loaded.NotificationsSection), {
    loading: Loading,
  }),
  export: dynamic(() => import('./privacy/data-section').then((loaded) => loaded.DataSection), { loading: Loading }),
  'blocked-users': dynamic(() => import('./privacy/blocked-people').then((loaded) => loaded.BlockedPeople), { loading: Loading }),
  'blocked-countries': dynamic(() => import('./privacy/blocked-countries').then((loaded) => loaded.BlockedCountries), { loading: Loading }),
};

interface AccountScreenProps {
  setup: ReactNode;
  display: ReactNode;
  /** For fans only. */
  cards?: ReactNode;
}

export function AccountScreen(parts: AccountScreenProps) {
  const user = useCurrentUser();
  return user === null ? <Skeleton shape="form" count={4} /> : <Account user={user} {...parts} />;
}

function Account({ user, setup, ...parts }: AccountScreenProps & { user: CurrentUser }) {
  const { asPath } = useRouter();
  // The setup must stay until it has navigated: saving makes the account complete before that.
  const [setupPath] = useState(() => (needsSetup(user) ? asPath : null));
  return needsSetup(user) || setupPath === asPath ? setup : <Settings user={user} parts={parts} />;
}

function Section({ name }: { name: keyof typeof sectionComponents }) {
  const Body = sectionComponents[name];
  return <Body />;
}

const wideScreen = '(min-width: 64rem)';

/** Whether list and section are side by side, as in the style sheet; false on the server. */
function useListBesideSection(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(wideScreen);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(wideScreen).matches,
    () => false,
  );
}

function Settings({ user, parts }: { user: CurrentUser; parts: Omit<AccountScreenProps, 'setup'> }) {
  const { query } = useRouter();
  const isWide = useListBesideSection();
  const sections = sectionsOf(user);
  const chosen = sections.find((name) => name === query['section']);
  const current = chosen ?? sections[0] ?? 'profile';
  // On phones the list is alone on the screen, so no section is marked.
  const markedSection = isWide ? current : chosen;
  return (
    <>
      <PageHead title={chosen === undefined ? 'Account' : sectionTitles[chosen]} noindex />
      <div className={cx(styles.frame, chosen === undefined ? styles.listOnly : styles.oneOnly)}>
        <nav aria-label="Account">
          {chosen === undefined ? null : (
            <p className={styles.backToList} data-page-back>
              <Link href={accountPath(user)}>
                <BackIcon />
                All settings
              </Link>
            </p>
          )}
          <ul className={styles.sections}>
            {sections.map((name) => (
              <li key={name}>
                <Link
                  className={cx(styles.sectionLink, name === markedSection && styles.here)}
                  href={accountPath(user, name)}
                  aria-current={name === markedSection ? 'page' : undefined}
                >
                  {sectionTitles[name]}
                  <ChevronRightIcon />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.pane} key={current}>
          {current === 'display' || current === 'cards' ? parts[current] : <Section name={current} />}
        </div>
      </div>
    </>
  );
}

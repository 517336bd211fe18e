/**
 * /user/account and /creator/account: the short setup while something is missing, else the settings by section. Phones see
 * the list, then one section; large screens both. `setup`, `display` and `cards` are parts of other rooms.
 */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { needsSetup } from '@web/session/landing';
import { cx } from '@web/ui/core/cx';
import { BackIcon, ChevronRightIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { PageHead } from '@web/ui/page/page-head';
import { Skeleton } from '@web/ui/feedback/states';
import { accountPath, sectionsOf, titles } from './shared/sections';
import type { SectionName } from './shared/sections';
import styles from './shared/account.module.css';

const Waiting = () => <Skeleton shape="form" count={4} />;

// The options stand in each call: the framework reads them where they are written.
const bodies: Record<Exclude<SectionName, 'display' | 'cards'>, ComponentType> = {
  profile: dynamic(() => import('./profile/profile-section').then((loaded) => loaded.ProfileSection), { loading: Waiting }),
  attributes: dynamic(() => import('./profile/attributes-section').then((loaded) => loaded.AttributesSection), { loading: Waiting }),
  documents: dynamic(() => import('./profile/documents-section').then((loaded) => loaded.DocumentsSection), { loading: Waiting }),
  prices: dynamic(() => import('./prices/prices-section').then((loaded) => loaded.PricesSection), { loading: Waiting }),
  messages: dynamic(() => import('./prices/messages-section').then((loaded) => loaded.MessagesSection), { loading: Waiting }),
  welcome: dynamic(() => import('./profile/welcome-section').then((loaded) => loaded.WelcomeSection), { loading: Waiting }),
  'payout-method': dynamic(() => import('./payout/payout-section').then((loaded) => loaded.PayoutSection), { loading: Waiting }),
  addresses: dynamic(() => import('./address-book').then((loaded) => loaded.AddressBook), { loading: Waiting }),
  password: dynamic(() => import('../../account/password-section').then((loaded) => loaded.PasswordSection), { loading: Waiting }),
  security: dynamic(() => import('./security/security-section').then((loaded) => loaded.SecuritySection), { loading: Waiting }),
  sessions: dynamic(() => import('./sessions-section').then((loaded) => loaded.SessionsSection), { loading: Waiting }),
  helpers: dynamic(() => import('./helpers/helpers-section').then((loaded) => loaded.HelpersSection), { loading: Waiting }),
  privacy: dynamic(() => import('./privacy/privacy-section').then((loaded) => loaded.PrivacySection), { loading: Waiting }),
  notifications: dynamic(() => import('./notifications/notifications-section').then((loaded) => loaded.NotificationsSection), {
    loading: Waiting,
  }),
  export: dynamic(() => import('./privacy/data-section').then((loaded) => loaded.DataSection), { loading: Waiting }),
  'blocked-users': dynamic(() => import('./privacy/blocked-people').then((loaded) => loaded.BlockedPeople), { loading: Waiting }),
  'blocked-countries': dynamic(() => import('./privacy/blocked-countries').then((loaded) => loaded.BlockedCountries), { loading: Waiting }),
};

interface AccountScreenProps {
  setup: ReactNode;
  display: ReactNode;
  /** Fans alone have cards. */
  cards?: ReactNode;
}

export function AccountScreen(parts: AccountScreenProps) {
  const user = useCurrentUser();
  return user === null ? <Skeleton shape="form" count={4} /> : <Account user={user} {...parts} />;
}

function Account({ user, setup, ...parts }: AccountScreenProps & { user: CurrentUser }) {
  const { asPath } = useRouter();
  // The setup stays until it has led on: what it saved makes the account complete before that.
  const [setupPath] = useState(() => (needsSetup(user) ? asPath : null));
  return needsSetup(user) || setupPath === asPath ? setup : <Settings user={user} parts={parts} />;
}

function Section({ name }: { name: keyof typeof bodies }) {
  const Body = bodies[name];
  return <Body />;
}

const wideScreen = '(min-width: 64rem)';

/** Whether list and section stand side by side, as the style sheet has it; on the server they do not. */
function useListBesideSection(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(wideScreen);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(wideScreen).matches,
    () => false,
  );
}

function Settings({ user, parts }: { user: CurrentUser; parts: Omit<AccountScreenProps, 'setup'> }) {
  const { query } = useRouter();
  const isWide = useListBesideSection();
  const offered = sectionsOf(user);
  const chosen = offered.find((name) => name === query['section']);
  const current = chosen ?? offered[0] ?? 'profile';
  // Alone on the screen, the list has no section beside it to be marked for.
  const marked = isWide ? current : chosen;
  return (
    <>
      <PageHead title={chosen === undefined ? 'Account' : titles[chosen]} noindex />
      <div className={cx(styles.frame, chosen === undefined ? styles.listOnly : styles.oneOnly)}>
        <nav aria-label="Account">
          {chosen === undefined ? null : (
            <p className={styles.backToList}>
              <Link href={accountPath(user)}>
                <BackIcon />
                All settings
              </Link>
            </p>
          )}
          <ul className={styles.sections}>
            {offered.map((name) => (
              <li key={name}>
                <Link
                  className={cx(styles.sectionLink, name === marked && styles.here)}
                  href={accountPath(user, name)}
                  aria-current={name === marked ? 'page' : undefined}
                >
                  {titles[name]}
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

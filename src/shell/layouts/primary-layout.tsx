/** The default layout, and its variant without a footer for infinite lists. A bottom bar on phones, a side rail on larger screens. */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { useCurrentUser, useSettings, useUi } from '@web/session/store/hooks';
import { BottomBar, RailItems, SideRail, Tabs, TopBar } from '@web/ui/page/navigation-bars';
import { Button } from '@web/ui/actions/button';
import { TextSizeIcon } from '@web/ui/icons/icons';
import { Logo } from '@web/ui/page/logo';
import { Popover } from '@web/ui/actions/menu';
import { SkipLink } from '@web/ui/page/skip-link';
import { Skeleton } from '@web/ui/feedback/states';
import { LazyCartLink } from './lazy-cart-link';
import { NoticeStack } from '../hosts/notice-stack';
import { guestRailItems, guestTabs } from './navigation';
import { SiteFooter } from './site-footer';
import { TestModeTag } from './test-mode';
import styles from './layouts.module.css';

// For signed-in people. Also rendered by the server, so that the layout does not shift.
const AccountNavItems = dynamic(() => import('./account-links').then((loaded) => loaded.AccountNavItems));
const AccountTabs = dynamic(() => import('./account-links').then((loaded) => loaded.AccountTabs));
const AccountTopBar = dynamic(() => import('./account-links').then((loaded) => loaded.AccountTopBar));
const AccountRailFoot = dynamic(() => import('./account-links').then((loaded) => loaded.AccountRailFoot));
const LibraryTabs = dynamic(() => import('./account-links').then((loaded) => loaded.LibraryTabs));
/** For preloading by `preload-account-components.ts`. */
export const lazyNavComponents = [AccountNavItems, AccountTabs, AccountTopBar, AccountRailFoot, LibraryTabs];
const DisplaySettings = dynamic(() => import('./display-settings').then((loaded) => loaded.DisplaySettings), {
  ssr: false,
  loading: () => <Skeleton shape="form" count={2} />,
});

export function PrimaryLayout({ children }: { children: ReactNode }) {
  return <WithNavigation foot={<SiteFooter />}>{children}</WithNavigation>;
}

export function HomeLayout({ children }: { children: ReactNode }) {
  return <WithNavigation foot={null}>{children}</WithNavigation>;
}

function WithNavigation({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  const { asPath } = useRouter();
  const viewer = useCurrentUser();
  return (
    <>
      <SkipLink />
      <div className={styles.withBars}>
        <SideRail label="Main" head={<SiteLogo />} foot={viewer === null ? <GuestRailFoot /> : <AccountRailFoot user={viewer} />}>
          {viewer === null ? <RailItems items={guestRailItems} current={asPath} /> : <AccountNavItems user={viewer} current={asPath} />}
        </SideRail>
        <div className={styles.page}>
          <div className={styles.phoneOnly}>
            {viewer === null ? (
              <TopBar start={<SiteLogo />} end={<GuestTopBarEnd />} />
            ) : (
              <AccountTopBar user={viewer} current={asPath} logo={<SiteLogo />} />
            )}
          </div>
          <NoticeStack />
          <main id="content" className={styles.content}>
            {viewer?.role === 'user' && !viewer.isPerformer ? <LibraryTabs current={asPath} /> : null}
            {children}
          </main>
          {viewer?.helper ? null : foot}
        </div>
      </div>
      <BottomBar label="Places">
        {viewer === null ? <GuestTabs current={asPath} /> : <AccountTabs user={viewer} current={asPath} />}
      </BottomBar>
    </>
  );
}

/** A guest's cart is in the bottom bar, since the top bar has the sign-up button. */
function GuestTabs({ current }: { current: string }) {
  return (
    <>
      <Tabs items={guestTabs} current={current} />
      <LazyCartLink place="tab" />
    </>
  );
}

function GuestRailFoot() {
  return (
    <>
      <LazyCartLink place="rail" />
      <DisplaySettingsMenu />
    </>
  );
}

/** The site's logo or name, as set by the operators, and whether the site is in test mode. */
export function SiteLogo() {
  const { siteName, logo } = useUi();
  const { darkLogo } = useSettings();
  return (
    <span className={styles.logo}>
      <Logo siteName={siteName} logo={logo} darkLogo={darkLogo} />
      <TestModeTag />
    </span>
  );
}

/** Display settings for guests. */
export function DisplaySettingsMenu() {
  return (
    <Popover label="Language, theme and text size" trigger={<TextSizeIcon />}>
      {() => <DisplaySettings />}
    </Popover>
  );
}

function GuestTopBarEnd() {
  return (
    <>
      <DisplaySettingsMenu />
      <Button href="/auth/register" kind="primary" size="small">
        Sign up
      </Button>
    </>
  );
}

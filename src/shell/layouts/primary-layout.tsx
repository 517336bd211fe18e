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
import { LazyCartLink } from './cart-slot';
import { NoticeStack } from '../hosts/notice-stack';
import { guestPlaces, guestTabs } from './navigation';
import { SiteFooter } from './site-footer';
import { TestModeTag } from './test-mode';
import styles from './layouts.module.css';

// For signed-in people. Also rendered by the server, so that the layout does not shift.
const OwnPlaces = dynamic(() => import('./account-links').then((loaded) => loaded.AccountNavItems));
const OwnTabs = dynamic(() => import('./account-links').then((loaded) => loaded.OwnTabs));
const OwnTopBar = dynamic(() => import('./account-links').then((loaded) => loaded.OwnTopBar));
const OwnRailFoot = dynamic(() => import('./account-links').then((loaded) => loaded.OwnRailFoot));
const LibraryTabs = dynamic(() => import('./account-links').then((loaded) => loaded.LibraryTabs));
/** For preloading. */
export const navItems = [OwnPlaces, OwnTabs, OwnTopBar, OwnRailFoot, LibraryTabs];
const DisplaySettings = dynamic(() => import('./display-menu').then((loaded) => loaded.DisplaySettings), {
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
      <div className={styles.barred}>
        <SideRail label="Main" head={<SiteLogo />} foot={viewer === null ? <GuestRailFoot /> : <OwnRailFoot user={viewer} />}>
          {viewer === null ? <RailItems items={guestPlaces} current={asPath} /> : <OwnPlaces user={viewer} current={asPath} />}
        </SideRail>
        <div className={styles.page}>
          <div className={styles.phoneOnly}>
            {viewer === null ? (
              <TopBar start={<SiteLogo />} end={<GuestEnd />} />
            ) : (
              <OwnTopBar user={viewer} current={asPath} logo={<SiteLogo />} />
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
      <BottomBar label="Places">{viewer === null ? <GuestTabs current={asPath} /> : <OwnTabs user={viewer} current={asPath} />}</BottomBar>
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

function GuestEnd() {
  return (
    <>
      <DisplaySettingsMenu />
      <Button href="/auth/register" kind="primary" size="small">
        Sign up
      </Button>
    </>
  );
}

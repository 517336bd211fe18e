/** The usual frame of a page, and its form without a footer for pages without an end. Bars at the foot of phones, a rail on larger screens. */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { useCurrentUser, useSettings, useUi } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { BottomBar, RailPlaces, SideRail, Tabs, TopBar } from '@web/ui/page/navigation-bars';
import { Button } from '@web/ui/actions/button';
import { TextSizeIcon } from '@web/ui/icons/icons';
import { Logo } from '@web/ui/page/logo';
import { Popover } from '@web/ui/actions/menu';
import { SkipLink } from '@web/ui/page/skip-link';
import { Skeleton } from '@web/ui/feedback/states';
import { CartSpot } from './cart-slot';
import { NoticeStack } from '../hosts/notice-stack';
import { guestPlaces, guestTabs } from './navigation';
import { OwnPill } from './earnings-pill';
import { SiteFooter } from './site-footer';
import styles from './layouts.module.css';

// For those who are signed in, and rendered by the server too, so that nothing moves.
const OwnPlaces = dynamic(() => import('./own-ways').then((loaded) => loaded.OwnPlaces));
const OwnTabs = dynamic(() => import('./own-ways').then((loaded) => loaded.OwnTabs));
const Bell = dynamic(() => import('./own-ways').then((loaded) => loaded.Bell));
const OwnYou = dynamic(() => import('./own-ways').then((loaded) => loaded.You));
/** For those who bring them ahead. */
export const ownWays = [OwnPlaces, OwnTabs, Bell, OwnYou];
const Looks = dynamic(() => import('./display-menu').then((loaded) => loaded.Looks), {
  ssr: false,
  loading: () => <Skeleton shape="form" count={2} />,
});

export function PrimaryLayout({ children }: { children: ReactNode }) {
  return <Barred foot={<SiteFooter />}>{children}</Barred>;
}

export function HomeLayout({ children }: { children: ReactNode }) {
  return <Barred foot={null}>{children}</Barred>;
}

function Barred({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  const { asPath } = useRouter();
  const viewer = useCurrentUser();
  return (
    <>
      <SkipLink />
      <div className={styles.barred}>
        <SideRail label="Main" head={<SiteLogo />} foot={<RailFoot />}>
          {viewer === null ? <RailPlaces items={guestPlaces} current={asPath} /> : <OwnPlaces user={viewer} current={asPath} />}
        </SideRail>
        <div className={styles.page}>
          <div className={styles.phoneOnly}>
            <TopBar start={<SiteLogo />} end={viewer === null ? <GuestEnd /> : <OwnEnd user={viewer} current={asPath} />} />
          </div>
          <NoticeStack />
          <main id="content" className={styles.content}>
            {children}
          </main>
          {viewer?.helper ? null : foot}
        </div>
      </div>
      <BottomBar label="Places">{viewer === null ? <GuestTabs current={asPath} /> : <OwnTabs user={viewer} current={asPath} />}</BottomBar>
    </>
  );
}

/** A guest's cart stands at the foot: the bar on top is full of her ways in. */
function GuestTabs({ current }: { current: string }) {
  return (
    <>
      <Tabs items={guestTabs} current={current} />
      <CartSpot place="tab" />
    </>
  );
}

function RailFoot() {
  const viewer = useCurrentUser();
  return (
    <>
      <CartSpot place="rail" />
      {viewer === null ? null : <OwnPill user={viewer} place="rail" />}
      {viewer === null ? <LooksMenu /> : <OwnYou user={viewer} place="rail" />}
    </>
  );
}

/** The site's name as the operator shows it. */
export function SiteLogo() {
  const { siteName, logo } = useUi();
  const { darkLogo } = useSettings();
  return <Logo siteName={siteName} logo={logo} darkLogo={darkLogo} />;
}

/** What a guest may set without an account. */
export function LooksMenu() {
  return (
    <Popover label="Language, theme and text size" trigger={<TextSizeIcon />}>
      {() => <Looks />}
    </Popover>
  );
}

function GuestEnd() {
  return (
    <>
      <LooksMenu />
      <Button href="/auth/register" kind="primary" size="small">
        Sign up
      </Button>
    </>
  );
}

function OwnEnd({ user, current }: { user: CurrentUser; current: string }) {
  return (
    <>
      <CartSpot place="bar" />
      <OwnPill user={user} />
      {user.helper === null ? <Bell user={user} current={current} /> : null}
    </>
  );
}

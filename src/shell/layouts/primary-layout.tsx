/** The usual frame of a page, and its form without a footer for pages without an end. Bars at the foot of phones, a rail on larger screens. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { useCurrentUser, useSettings, useUi } from '@web/session/hooks';
import { Avatar } from '@web/ui/avatar';
import { BottomBar, SideRail, TopBar } from '@web/ui/bars';
import { Button } from '@web/ui/button';
import { TextSizeIcon, UserIcon } from '@web/ui/icons';
import { Logo } from '@web/ui/logo';
import { Popover } from '@web/ui/menu';
import { SkipLink } from '@web/ui/skip-link';
import { NoticeStack } from '../notice-stack';
import { AccountSheet, Looks } from './account-sheet';
import { bottomItems, railItems } from './navigation';
import { OwnPill } from './own-pill';
import { SiteFooter } from './site-footer';
import styles from './layouts.module.css';

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
        <SideRail items={railItems(viewer)} current={asPath} head={<SiteLogo />} foot={<RailFoot />} />
        <div className={styles.page}>
          <div className={styles.phoneOnly}>
            <TopBar start={<SiteLogo />} end={viewer === null ? <GuestEnd /> : <OwnPill user={viewer} />} />
          </div>
          <NoticeStack />
          <main id="content" className={styles.content}>
            {children}
          </main>
          {foot}
        </div>
      </div>
      <BottomBar items={bottomItems(viewer)} current={asPath} label="Places" more={<You place="bar" />} />
    </>
  );
}

function RailFoot() {
  const viewer = useCurrentUser();
  return (
    <>
      {viewer === null ? null : <OwnPill user={viewer} place="rail" />}
      <You place="rail" />
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
    <Popover label="Theme and text size" trigger={<TextSizeIcon />}>
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

function You({ place }: { place: 'rail' | 'bar' }) {
  const viewer = useCurrentUser();
  if (viewer === null) return place === 'rail' ? <LooksMenu /> : null;
  return (
    <AccountSheet
      user={viewer}
      trigger={(open) => (
        <button type="button" className={place === 'rail' ? styles.railYou : styles.barYou} onClick={open} aria-haspopup="dialog">
          {place === 'rail' ? <Avatar name={viewer.name} src={viewer.avatar} size="small" /> : <UserIcon />}
          <span className={styles.youWord}>You</span>
        </button>
      )}
    />
  );
}

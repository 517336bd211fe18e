/** The layout of public pages: logo, sign-in buttons, content, footer. */
import type { ReactNode } from 'react';
import { MenuLink } from '@web/ui/actions/menu-link';
import { landingOf } from '@web/session/landing';
import { useCurrentUser, useUi } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { SkipLink } from '@web/ui/page/skip-link';
import { NoticeStack } from '../hosts/notice-stack';
import { DisplaySettingsMenu, SiteLogo } from './primary-layout';
import { SiteFooter } from './site-footer';
import styles from './layouts.module.css';

export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className={styles.page}>
        <header className={styles.publicHead}>
          <SiteLogo />
          <HeaderMenu />
          <AccountButtons />
        </header>
        <NoticeStack />
        <main id="content" className={styles.content}>
          {children}
        </main>
        <SiteFooter />
      </div>
    </>
  );
}

/** The header links set by the operators. */
function HeaderMenu() {
  const { menus } = useUi();
  const links = menus.filter((menu) => menu.section === 'header');
  if (links.length === 0) return null;
  return (
    <nav aria-label="Site" className={styles.headerMenu}>
      {links.map(({ _id, title, path, isNewTab, help }) => (
        <MenuLink key={_id} href={path} isNewTab={isNewTab} help={help}>
          {title}
        </MenuLink>
      ))}
    </nav>
  );
}

function AccountButtons() {
  const viewer = useCurrentUser();
  return (
    <div className={styles.accountButtons}>
      <DisplaySettingsMenu />
      {viewer === null ? (
        <>
          <Button href="/auth/login" kind="quiet" size="small">
            Log in
          </Button>
          <span className={styles.signUp}>
            <Button href="/auth/register" kind="primary" size="small">
              Sign up
            </Button>
          </span>
        </>
      ) : (
        <Button href={landingOf(viewer)} size="small">
          Go to home
        </Button>
      )}
    </div>
  );
}

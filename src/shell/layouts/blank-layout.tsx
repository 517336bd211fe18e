/** The layout for single tasks: the logo, and the content as a centered card. */
import type { ReactNode } from 'react';
import { SkipLink } from '@web/ui/page/skip-link';
import { NoticeStack } from '../hosts/notice-stack';
import { DisplaySettingsMenu, SiteLogo } from './primary-layout';
import styles from './layouts.module.css';

export function BlankLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className={styles.page}>
        <header className={styles.blankHead}>
          <SiteLogo />
          <DisplaySettingsMenu />
        </header>
        <NoticeStack siteOnly />
        <main id="content" className={styles.card}>
          {children}
        </main>
      </div>
    </>
  );
}

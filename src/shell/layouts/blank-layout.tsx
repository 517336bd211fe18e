/** The frame of single tasks: the site's name, and the content as a centred card. */
import type { ReactNode } from 'react';
import { SkipLink } from '@web/ui/page/skip-link';
import { NoticeStack } from '../hosts/notice-stack';
import { LooksMenu, SiteLogo } from './primary-layout';
import styles from './layouts.module.css';

export function BlankLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className={styles.page}>
        <header className={styles.blankHead}>
          <SiteLogo />
          <LooksMenu />
        </header>
        <NoticeStack siteOnly />
        <main id="content" className={styles.card}>
          {children}
        </main>
      </div>
    </>
  );
}

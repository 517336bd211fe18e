/** The preview of the owner's page: the same components with filtered responses, and actions disabled. */
import type { MouseEvent, ReactNode } from 'react';
import { useMemo } from 'react';
import { SWRConfig } from 'swr';
import type { Middleware } from 'swr';
import { Button } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { Notice } from '@web/ui/feedback/notice';
import { previewAs } from './preview-as';
import { viewerTitles } from './viewer-titles';
import { previewRoles } from './preview-roles';
import type { PreviewRole } from './preview-roles';
import styles from './view-as.module.css';

const viewerNames: Record<PreviewRole, string> = { guest: 'a guest', follower: 'a follower', subscriber: 'a subscriber' };

/** Filters the responses in the subtree down to what `viewer` would receive. */
const previewMiddleware =
  (viewer: PreviewRole): Middleware =>
  (next) =>
    function usePreviewed(key, fetcher, config) {
      const response = next(key, fetcher, config);
      const { data } = response;
      const filtered = useMemo(() => previewAs(data, viewer) as typeof data, [data]);
      return { ...response, data: filtered };
    };

interface ViewAsProps {
  viewer: PreviewRole;
  /** Path of the owner's page, without a query. */
  path: string;
  children: ReactNode;
}

export function ViewAs({ viewer, path, children }: ViewAsProps) {
  const middlewares = useMemo(() => [previewMiddleware(viewer)], [viewer]);
  const preventActions = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const isTab = link?.getAttribute('href')?.split('?')[0] === path;
    if (isTab) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={styles.bar}>
        <Notice
          tone="hint"
          title={`Your profile as ${viewerNames[viewer]} sees it`}
          action={<Button href={path}>Back to your profile</Button>}
        >
          A preview of your published content. Buttons are disabled, and counts are real.
        </Notice>
        <TabRow
          label="View as"
          tabs={previewRoles.map((value) => ({ value, label: viewerTitles[value] }))}
          current={viewer}
          hrefOf={(value) => `${path}?as=${value}`}
        />
      </div>
      {/* The keyboard also activates buttons through click events, so this disables the whole preview. */}
      <div onClickCapture={preventActions}>
        <SWRConfig key={viewer} value={{ use: middlewares }}>
          {children}
        </SWRConfig>
      </div>
    </>
  );
}

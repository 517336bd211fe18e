/** The own page as others see it: the same parts with what others are told, and without anything happening. */
import type { MouseEvent, ReactNode } from 'react';
import { useMemo } from 'react';
import { SWRConfig } from 'swr';
import type { Middleware } from 'swr';
import { Button } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { Notice } from '@web/ui/feedback/notice';
import { seenAs } from './preview-as';
import { viewerTitles } from '../../profile/viewer-titles';
import { viewers } from '../../profile/viewers';
import type { Viewer } from '../../profile/viewers';
import styles from './view-as.module.css';

const words: Record<Viewer, string> = { guest: 'a guest', follower: 'a follower', subscriber: 'a subscriber' };

/** Answers below are those that `viewer` would get. */
const toldAs =
  (viewer: Viewer): Middleware =>
  (next) =>
    function useTold(key, fetcher, config) {
      const answered = next(key, fetcher, config);
      const { data } = answered;
      const told = useMemo(() => seenAs(data, viewer) as typeof data, [data]);
      return { ...answered, data: told };
    };

interface ViewAsProps {
  viewer: Viewer;
  /** The own page, without a query. */
  path: string;
  children: ReactNode;
}

export function ViewAs({ viewer, path, children }: ViewAsProps) {
  const use = useMemo(() => [toldAs(viewer)], [viewer]);
  const hold = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const isTab = link?.getAttribute('href')?.split('?')[0] === path;
    if (isTab) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={styles.bar}>
        <Notice tone="hint" title={`Your page as ${words[viewer]} sees it`} action={<Button href={path}>Back to your page</Button>}>
          Worked out here from your terms, for what is published. Buttons do nothing; the counts are the real ones.
        </Notice>
        <TabRow
          label="View as"
          tabs={viewers.map((value) => ({ value, label: viewerTitles[value] }))}
          current={viewer}
          hrefOf={(value) => `${path}?as=${value}`}
        />
      </div>
      {/* Keys press buttons by a click, too: nothing of the preview acts. */}
      <div onClickCapture={hold}>
        <SWRConfig key={viewer} value={{ use }}>
          {children}
        </SWRConfig>
      </div>
    </>
  );
}

/** The head of a page: its one h1, the way back, its actions; and the document's title and social tags. */
import Head from 'next/head';
import { useContext, type ReactNode } from 'react';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { BackIcon } from '../icons/icons';
import { SiteTitleContext, titleOf } from './site-context';
import styles from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  /** Where the way back leads, and what is there. */
  back?: { href: string; label: string };
  actions?: ReactNode;
  /** One or two sentences for search engines and previews. */
  description?: string;
  /** Address of the preview picture. */
  image?: string;
  /** Words below the title, seen on the page. */
  lead?: ReactNode;
  /** Keeps the h1 for screen readers where the page shows its name in another way. */
  titleHidden?: boolean;
  /** Keeps search engines away. */
  noindex?: boolean;
}

/** Other sites keep the address: without its signature, which ends within minutes, it opens for as long as guests see the picture. */
const lasting = (address: string): string => address.split('?')[0] ?? address;

/** Only the document's title and tags, for pages that draw their h1 themselves. */
export function PageTitle({
  title,
  description,
  image,
  noindex = false,
}: Pick<PageHeadProps, 'title' | 'description' | 'image' | 'noindex'>) {
  const full = titleOf(title, useContext(SiteTitleContext));
  return (
    <Head>
      <title key="title">{full}</title>
      <meta key="og:title" property="og:title" content={title} />
      {description ? <meta key="description" name="description" content={description} /> : null}
      {description ? <meta key="og:description" property="og:description" content={description} /> : null}
      {image ? <meta key="og:image" property="og:image" content={lasting(image)} /> : null}
      {noindex ? <meta key="robots" name="robots" content="noindex" /> : null}
    </Head>
  );
}

/** The id of every page's h1, which takes the focus after a change of page. */
export const pageTitleId = 'page-title';

export function PageHead({ title, back, actions, lead, titleHidden = false, ...tags }: PageHeadProps) {
  return (
    <>
      <PageTitle title={title} {...tags} />
      <div className={cx(styles.head, titleHidden && !actions && !back && 'visually-hidden')}>
        {back ? <IconButton label={back.label} icon={<BackIcon />} href={back.href} /> : null}
        <div className={styles.words}>
          <h1 id={pageTitleId} tabIndex={-1} className={titleHidden ? 'visually-hidden' : undefined}>
            {title}
          </h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </>
  );
}

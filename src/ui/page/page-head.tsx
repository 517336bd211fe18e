/** The head of a page: h1, back link and actions, plus the document's title and social tags. */
import Head from 'next/head';
import { useContext, type ReactNode } from 'react';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { BackIcon } from '../icons/icons';
import { SiteTitleContext, titleOf } from './site-context';
import styles from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  /** The back link. */
  back?: { href: string; label: string };
  actions?: ReactNode;
  /** One or two sentences for search engines and previews. */
  description?: string;
  /** The URL of the preview image. */
  image?: string;
  /** Text below the title. */
  lead?: ReactNode;
  /** Shows the h1 to screen readers only. */
  titleHidden?: boolean;
  /** Excludes the page from search engines. */
  noindex?: boolean;
}

/** Strips the signature, which expires within minutes: other sites cache the URL. Without it a public image stays available. */
const withoutSignature = (url: string): string => url.split('?')[0] ?? url;

/** Only the document's title and tags, for pages with their own h1. */
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
      {image ? <meta key="og:image" property="og:image" content={withoutSignature(image)} /> : null}
      {noindex ? <meta key="robots" name="robots" content="noindex" /> : null}
    </Head>
  );
}

/** The id of every page's h1, which gets the focus after navigation. */
export const pageTitleId = 'page-title';

export function PageHead({ title, back, actions, lead, titleHidden = false, ...tags }: PageHeadProps) {
  return (
    <>
      <PageTitle title={title} {...tags} />
      <div data-page-back={back && ''} className={cx(styles.head, titleHidden && !actions && !back && 'visually-hidden')}>
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

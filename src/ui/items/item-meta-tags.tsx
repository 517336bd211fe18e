/** Meta tags of an item for search engines and previews. Items that are not public get noindex and a blurred image. */
import type { Audience, ItemState } from '@contract/kernel/values/content';
import Head from 'next/head';
import { firstWords } from '@web/lib/wording/item-labels';
import { PageTitle } from '../page/page-head';

export interface ItemMetaTagsProps {
  item: { audience: Audience; state: ItemState; performer: { name: string } };
  title: string;
  /** The text that the viewer may read. */
  text: string;
  /** The image URL; blurred for a locked item. */
  image: string | null;
  /** The absolute canonical URL. */
  url: string;
  type: 'article' | 'video.other' | 'product';
}

const previewLengthMax = 160;

/** One line for previews, never empty. */
function descriptionOf(text: string, title: string, name: string): string {
  return firstWords(text, previewLengthMax) || `${title} by ${name}`;
}

export function ItemMetaTags({ item: { audience, state, performer }, title, text, image, url, type }: ItemMetaTagsProps) {
  const isPublic = audience === 'public' && state === 'published';
  return (
    <>
      <PageTitle
        title={title}
        description={descriptionOf(text, title, performer.name)}
        noindex={!isPublic}
        {...(image === null ? {} : { image })}
      />
      <Head>
        <link key="canonical" rel="canonical" href={url} />
        <meta key="og:url" property="og:url" content={url} />
        <meta key="og:type" property="og:type" content={type} />
        <meta key="twitter:card" name="twitter:card" content={image === null ? 'summary' : 'summary_large_image'} />
      </Head>
    </>
  );
}

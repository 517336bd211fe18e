/** What search engines and previews are told of something published. Of what is not for everybody: its blur, and nothing to index. */
import type { Audience, ItemState } from '@contract/values';
import Head from 'next/head';
import { PageTitle } from '../page/page-head';

export interface ItemTagsProps {
  item: { audience: Audience; state: ItemState; performer: { name: string } };
  title: string;
  /** Its text, as far as whoever asks may read it. */
  text: string;
  /** An address of a picture; what is locked has its blurred one. */
  image: string | null;
  /** The one address under which it is known: a whole one. */
  address: string;
  type: 'article' | 'video.other' | 'product';
}

const preview_signs = 160;

/** One line for previews, never empty. */
function descriptionOf(text: string, title: string, name: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return `${title} by ${name}`;
  return line.length > preview_signs ? `${line.slice(0, preview_signs - 1)}…` : line;
}

export function ItemTags({ item: { audience, state, performer }, title, text, image, address, type }: ItemTagsProps) {
  const isForEverybody = audience === 'public' && state === 'published';
  return (
    <>
      <PageTitle
        title={title}
        description={descriptionOf(text, title, performer.name)}
        noindex={!isForEverybody}
        {...(image === null ? {} : { image })}
      />
      <Head>
        <link key="canonical" rel="canonical" href={address} />
        <meta key="og:url" property="og:url" content={address} />
        <meta key="og:type" property="og:type" content={type} />
        <meta key="twitter:card" name="twitter:card" content={image === null ? 'summary' : 'summary_large_image'} />
      </Head>
    </>
  );
}

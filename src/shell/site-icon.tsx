/** The favicon and the viewport of every page. */
import Head from 'next/head';
import { useUi } from '@web/session/store/hooks';

export function SiteIcon() {
  const { favicon } = useUi();
  return (
    <Head>
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no" />
      <link key="icon" rel="icon" href={favicon} />
    </Head>
  );
}

/** The head tags of every page: viewport and favicon. */
import Head from 'next/head';
import { useUi } from '@web/session/store/hooks';

export function SiteHead() {
  const { favicon } = useUi();
  return (
    <Head>
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no" />
      <link key="icon" rel="icon" href={favicon} />
    </Head>
  );
}

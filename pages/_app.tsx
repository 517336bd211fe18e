/** The application shell around every page. On the server it loads the viewer and the page's data; in the browser it sends no request. */
import '../styles/index.css';
import type { AppContext, AppInitialProps } from 'next/app';
import { ShellApp } from '@web/shell/app';
import type { ShellProps } from '@web/shell/app';

export default function App(props: ShellProps) {
  return <ShellApp {...props} />;
}

App.getInitialProps = async ({ ctx, Component }: AppContext): Promise<AppInitialProps & Pick<ShellProps, 'serverProps'>> => {
  if (typeof window !== 'undefined') return { pageProps: {} };
  const { prepareRender } = await import('@web/shell/server/server-render');
  const serverProps = await prepareRender(ctx, Component);
  return serverProps === null ? { pageProps: {} } : { pageProps: {}, serverProps };
};

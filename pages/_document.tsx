/** The document around the shell: theme and text size stand in the first byte, and every script carries the nonce of its answer. */
import Document, { Head, Html, Main, NextScript } from 'next/document';
import type { DocumentContext, DocumentInitialProps } from 'next/document';
import { lostMediaScript } from '@web/lib/lost-media';
import { textSizeOf, themeOf } from '@web/shell/chosen';
import { nonceIn } from '@web/shell/page-headers';

interface SiteDocumentProps extends DocumentInitialProps {
  nonce: string | undefined;
}

export default class SiteDocument extends Document<SiteDocumentProps> {
  static override async getInitialProps(context: DocumentContext): Promise<SiteDocumentProps> {
    const initial = await Document.getInitialProps(context);
    return { ...initial, nonce: nonceIn(context.res?.getHeader('content-security-policy')) };
  }

  override render() {
    const { nonce } = this.props;
    const { theme, textSize, isSignedIn } = factsOf(this.props.__NEXT_DATA__.props);
    return (
      <Html lang="en" data-theme={theme} style={{ '--text-size': `${String(textSize)}%` } as React.CSSProperties}>
        <Head nonce={nonce}>{isSignedIn ? <script nonce={nonce} dangerouslySetInnerHTML={{ __html: lostMediaScript }} /> : null}</Head>
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}

/** What the shell has learnt of the visitor. */
function factsOf(props: Record<string, unknown>): { theme: string; textSize: number; isSignedIn: boolean } {
  const first = (props['first'] ?? {}) as { theme?: string; textSize?: number; user?: object | null };
  return { theme: themeOf(first.theme), textSize: textSizeOf(String(first.textSize)), isSignedIn: Boolean(first.user) };
}

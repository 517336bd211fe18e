/** The document around the shell: theme and text size stand in the first byte, and every script carries the nonce of its answer. */
import Document, { Head, Html, Main, NextScript } from 'next/document';
import type { DocumentContext, DocumentInitialProps } from 'next/document';
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
    const { theme, textSize } = lookOf(this.props.__NEXT_DATA__.props);
    return (
      <Html lang="en" data-theme={theme} style={{ '--text-size': `${String(textSize)}%` } as React.CSSProperties}>
        <Head nonce={nonce} />
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}

/** What the shell has read from the visitor's cookies. */
function lookOf(props: Record<string, unknown>): { theme: string; textSize: number } {
  const first = (props['first'] ?? {}) as { theme?: string; textSize?: number };
  return { theme: themeOf(first.theme), textSize: textSizeOf(String(first.textSize)) };
}

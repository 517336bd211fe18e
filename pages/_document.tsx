/** The document around the shell: language, theme and text size stand in the first byte, and every script carries the nonce of its answer. */
import Document, { Head, Html, Main, NextScript } from 'next/document';
import type { DocumentContext, DocumentInitialProps } from 'next/document';
import { directionOf } from '@contract/values';
import type { ThemeName } from '@contract/values';
import { forgetKeptScript } from '@web/lib/forget-kept';
import { lostMediaScript } from '@web/lib/media-recovery';
import { wordsScript } from '@web/lib/words-script';
import { textSizeOf, themeOf } from '@web/shell/chosen';
import { themeColors } from '@web/shell/server/manifest';
import { reader } from '@web/lib/i18n/words';
import { nonceIn } from '@web/shell/server/page-headers';

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
    const { language, script } = reader();
    return (
      <Html
        lang={language}
        dir={directionOf(language)}
        data-theme={theme}
        style={{ '--text-size': `${String(textSize)}%` } as React.CSSProperties}
      >
        <Head nonce={nonce}>
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="apple-touch-icon" href="/images/icon-180.png" />
          <meta name="theme-color" content={themeColors[theme]} />
          {script === undefined ? null : <script defer nonce={nonce} src={script} />}
          <script
            nonce={nonce}
            dangerouslySetInnerHTML={{ __html: wordsScript + ';' + (isSignedIn ? lostMediaScript : forgetKeptScript) }}
          />
        </Head>
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}

/** What the shell has learnt of the visitor. */
function factsOf(props: Record<string, unknown>): { theme: ThemeName; textSize: number; isSignedIn: boolean } {
  const first = (props['first'] ?? {}) as { theme?: string; textSize?: number; user?: object | null };
  return { theme: themeOf(first.theme), textSize: textSizeOf(String(first.textSize)), isSignedIn: Boolean(first.user) };
}

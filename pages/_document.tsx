/** The HTML document: language, theme and text size are server-rendered, and every script has the response's nonce. */
import Document, { Head, Html, Main, NextScript } from 'next/document';
import type { DocumentContext, DocumentInitialProps } from 'next/document';
import { directionOf } from '@contract/kernel/values/direction';
import type { ThemeName } from '@contract/kernel/values/appearance';
import { clearOfflineCacheScript } from '@web/lib/clear-cached-data';
import { earlyInputScript } from '@web/lib/early-input';
import { lostMediaScript } from '@web/lib/media-recovery';
import { translationsScript } from '@web/lib/i18n/translations-script';
import { textSizeOf, themeOf } from '@web/shell/preferences/cookies';
import { themeColors } from '@web/shell/server/manifest';
import { viewerLocale } from '@web/lib/i18n/words';
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
    const { theme, textSize, isSignedIn } = visitorStateOf(this.props.__NEXT_DATA__.props);
    const { language, script } = viewerLocale();
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
            dangerouslySetInnerHTML={{
              __html: [earlyInputScript, translationsScript, isSignedIn ? lostMediaScript : clearOfflineCacheScript].join(';'),
            }}
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

/** What the document needs of the shell's initial props; defaults where a page has none. */
function visitorStateOf(props: Record<string, unknown>): { theme: ThemeName; textSize: number; isSignedIn: boolean } {
  const serverProps = (props['serverProps'] ?? {}) as { theme?: string; textSize?: number; user?: object | null };
  return { theme: themeOf(serverProps.theme), textSize: textSizeOf(String(serverProps.textSize)), isSignedIn: Boolean(serverProps.user) };
}

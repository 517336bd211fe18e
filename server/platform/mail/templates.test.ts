import { oneLine, type Site } from './layout';
import { mailTemplateSamples } from '../../site/writing/mail-samples';
import { english, type Language } from '../languages/languages';
import { render as renderIn, templateNames, type TemplateName, type TemplateValues } from './templates';

const site: Site = { name: 'Footlight', url: 'https://stage.example.com' };
const hostileText = '"><img src=x onerror=alert(1)>\r\nBcc: victim@example.com\n\n<script>alert(2)</script>\u202e\u0000';

/** The sample values with malicious user text. Links, countries, decisions and statuses come from the server. */
function withHostileText<T extends TemplateName>(name: T): TemplateValues[T] {
  const entries = Object.entries<unknown>({ ...mailTemplateSamples[name] }).map(([key, value]) => [
    key,
    typeof value !== 'string' || /link$|^country$|^decision$|^status$/i.test(key) ? value : hostileText,
  ]);
  return Object.fromEntries(entries) as TemplateValues[T];
}
const render = <T extends TemplateName>(name: T, values: TemplateValues[T], site: Site, language = english) =>
  renderIn(name, values, site, language);
/** A right-to-left language that marks every translation. */
const markedLanguage: Language = {
  name: 'ar',
  patterns: [],
  translateSentence: (sentence) => `⟦${sentence}⟧`,
  words: new Proxy({}, { get: (_words, sentence) => `⟦${String(sentence)}⟧` }),
};
const { link } = mailTemplateSamples['verify-email'];
const renderSample = (name: TemplateName) => render<TemplateName>(name, mailTemplateSamples[name], site);

describe.each(templateNames)('the mail %s', (name) => {
  it('has a subject, HTML and plain text', () => {
    const { subject, html, text } = renderSample(name);
    expect(subject).toMatch(/^\S.{5,149}$/);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('color-scheme" content="light dark"');
    expect(text).not.toMatch(/<[a-z]/i);
    expect(text).toContain('Footlight · stage.example.com');
    expect(`${html}${text}${subject}`).not.toMatch(/undefined|null|\[object|NaN|Invalid Date/);
  });

  it('contains all paragraphs of the HTML in its plain text', () => {
    const { html, text } = renderSample(name);
    for (const [, words = ''] of html.matchAll(/<p style="margin:0 0 16px;font-size:16px[^>]*>([^<]+)<\/p>/g)) {
      expect(text).toContain(words.replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
    }
  });

  it('has no untranslated text in another language', () => {
    const { subject, html, text } = render<TemplateName>(name, mailTemplateSamples[name], site, markedLanguage);
    expect(subject).toMatch(/^⟦.*⟧$/);
    expect(html.match(/lang="ar" dir="rtl"/g)).toHaveLength(2);
    const isMarked = (line: string) => /^(⟦.*⟧:?( .*)?|https?:.*|> .*|>|--|Footlight · .*|[A-Z]-\d+: .*|)$/.test(line.trimEnd());
    expect(text.split('\n').filter((line) => !isMarked(line))).toEqual([]);
  });

  it.each([english, markedLanguage])('escapes values: no markup, header or direction override', (language) => {
    const { subject, html, text } = render<TemplateName>(name, withHostileText(name), { ...site, name: `${hostileText} Stage` }, language);
    expect(subject).not.toMatch(/[\r\n\u0000\u202e]/);
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>[^&]*</);
    expect(`${html}${text}`).not.toMatch(/[\u0000\u202e]/);
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag));
    expect(
      [...tags].filter(
        (tag) => !['html', 'head', 'meta', 'title', 'body', 'div', 'p', 'a', 'br', 'blockquote', 'table', 'tr', 'td'].includes(tag ?? ''),
      ),
    ).toEqual([]);
  });
});

describe('mails', () => {
  it('contain their complete link in HTML and text', () => {
    const { html, text } = renderSample('verify-email');
    expect(html).toContain('href="https://stage.example.com/auth/verify?token=a&amp;b=c"');
    expect(text).toContain(link);
  });

  it('only link to web addresses', () => {
    expect(() => render('verify-email', { name: 'Ada', link: 'javascript:alert(1)' }, site)).toThrow('web addresses only');
  });

  it.each(['http://evil.example', 'evil.example/free', 'www evil', 'Ada evil.com', 'a@b'])(
    'do not greet with %j, which mail programs would turn into a link',
    (name) => {
      expect(render('verify-email', { name, link }, site).text).toMatch(/^Hello,\n/);
    },
  );

  it.each(['Ada', 'Ada L.', "Ada O'Neill", 'Åsa 李'])('greet %s by name', (name) => {
    expect(render('verify-email', { name, link }, site).text.startsWith(`Hello ${name},\n`)).toBe(true);
  });

  it('keep the joiners that Persian and multi-part emoji need, and truncate before such an emoji, not within it', () => {
    const persian = 'می\u200cخواهم';
    const family = '👨\u200d👩\u200d👧';
    const contact = { ...mailTemplateSamples.contact, message: `${persian} ${family}` };
    expect(render('contact', contact, site).text).toContain(`> ${persian} ${family}`);
    expect(oneLine(`Ada\u202e\u200b ${persian}`)).toBe(`Ada ${persian}`);
    expect(oneLine(`a${family}b`, 5)).toBe('a…');
  });

  it('quote each line of a message', () => {
    expect(renderSample('contact').text).toContain('> Hello there,\n> \n> how are you?');
    expect(renderSample('contact').html).toContain('Hello there,<br><br>how are you?');
  });

  it('format country and time', () => {
    const { text } = renderSample('new-sign-in');
    expect(text).toContain('Country: Germany');
    expect(text).toContain('March 4, 2026 at 05:06 UTC');
  });

  it('omit unknown details', () => {
    const { text } = render('new-sign-in', { ...mailTemplateSamples['new-sign-in'], address: null, country: null }, site);
    expect(text).not.toMatch(/Country|IP address/);
  });
});

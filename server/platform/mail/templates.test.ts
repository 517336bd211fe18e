import type { Site } from './layout';
import { samples } from '../../site/writing/mail-samples';
import { english, type Language } from '../languages/languages';
import { render as renderIn, templateNames, type TemplateName, type TemplateValues } from './templates';

const site: Site = { name: 'Footlight', url: 'https://stage.example.com' };
const hostile = '"><img src=x onerror=alert(1)>\r\nBcc: victim@example.com\n\n<script>alert(2)</script>\u202e\u0000';

/** The same values with every text of people made hostile; links, countries, decisions and states come from the host itself. */
function hostileOf<T extends TemplateName>(name: T): TemplateValues[T] {
  const entries = Object.entries<unknown>({ ...samples[name] }).map(([key, value]) => [
    key,
    typeof value !== 'string' || /link$|^country$|^decision$|^status$/i.test(key) ? value : hostile,
  ]);
  return Object.fromEntries(entries) as TemplateValues[T];
}
const render = <T extends TemplateName>(name: T, values: TemplateValues[T], by: Site, language = english) =>
  renderIn(name, values, by, language);
/** One that has another sentence for each, written from the right. */
const other: Language = {
  ...{ name: 'ar', forms: [], said: (sentence) => `⟦${sentence}⟧` },
  words: new Proxy({}, { get: (_words, sentence) => `⟦${String(sentence)}⟧` }),
};
const { link } = samples['verify-email'];
const renderSample = (name: TemplateName) => render<TemplateName>(name, samples[name], site);

describe.each(templateNames)('the mail %s', (name) => {
  it('has a subject, a page and the same in plain text', () => {
    const { subject, html, text } = renderSample(name);
    expect(subject).toMatch(/^\S.{5,149}$/);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('color-scheme" content="light dark"');
    expect(text).not.toMatch(/<[a-z]/i);
    expect(text).toContain('Footlight · stage.example.com');
    expect(`${html}${text}${subject}`).not.toMatch(/undefined|null|\[object|NaN|Invalid Date/);
  });

  it('says in plain text all that its page says', () => {
    const { html, text } = renderSample(name);
    for (const [, words = ''] of html.matchAll(/<p style="margin:0 0 16px;font-size:16px[^>]*>([^<]+)<\/p>/g)) {
      expect(text).toContain(words.replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
    }
  });

  it('says nothing of its own in English to who reads another language', () => {
    const { subject, html, text } = render<TemplateName>(name, samples[name], site, other);
    expect(subject).toMatch(/^⟦.*⟧$/);
    expect(html.match(/lang="ar" dir="rtl"/g)).toHaveLength(2);
    const isMarked = (line: string) => /^(⟦.*⟧:?( .*)?|https?:.*|> .*|>|--|Footlight · .*|[A-Z]-\d+: .*|)$/.test(line.trimEnd());
    expect(text.split('\n').filter((line) => !isMarked(line))).toEqual([]);
  });

  it.each([english, other])('lets no value become markup, a header or a turned line', (language) => {
    const { subject, html, text } = render<TemplateName>(name, hostileOf(name), { ...site, name: `${hostile} Stage` }, language);
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
  it('carry their link whole, in the page and in the text', () => {
    const { html, text } = renderSample('verify-email');
    expect(html).toContain('href="https://stage.example.com/auth/verify?token=a&amp;b=c"');
    expect(text).toContain(link);
  });

  it('never link to anything but web addresses', () => {
    expect(() => render('verify-email', { name: 'Ada', link: 'javascript:alert(1)' }, site)).toThrow('web addresses only');
  });

  it.each(['http://evil.example', 'evil.example/free', 'www evil', 'Ada evil.com', 'a@b'])(
    'do not greet with %j, which programs would make a link',
    (name) => {
      expect(render('verify-email', { name, link }, site).text).toMatch(/^Hello,\n/);
    },
  );

  it.each(['Ada', 'Ada L.', "Ada O'Neill", 'Åsa 李'])('greet %s by name', (name) => {
    expect(render('verify-email', { name, link }, site).text.startsWith(`Hello ${name},\n`)).toBe(true);
  });

  it('keep the lines of a message, each quoted', () => {
    expect(renderSample('contact').text).toContain('> Hello there,\n> \n> how are you?');
    expect(renderSample('contact').html).toContain('Hello there,<br><br>how are you?');
  });

  it('name country and moment in words', () => {
    const { text } = renderSample('new-sign-in');
    expect(text).toContain('Country: Germany');
    expect(text).toContain('4 March 2026 at 05:06 UTC');
  });

  it('leave out what is not known', () => {
    const { text } = render('new-sign-in', { ...samples['new-sign-in'], address: null, country: null }, site);
    expect(text).not.toMatch(/Country|Network/);
  });
});

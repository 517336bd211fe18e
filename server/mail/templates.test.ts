import type { Site } from './layout';
import { render, templateNames, type TemplateName, type TemplateValues } from './templates';

const site: Site = { name: 'Footlight', url: 'https://stage.example.com' };
const at = new Date('2026-03-04T05:06:07Z');
const link = 'https://stage.example.com/auth/verify?token=a&b=c';

const ofPayment = {
  name: 'Finn',
  receiptNumber: 'R-000001',
  product: '50.00 tokens',
  card: 'visa •••• 4242',
  link: 'https://example.com/wallet',
};
const ofSubscription = { name: 'Finn', performer: 'Ada', link };
const ofShow = { receiptNumber: 'show-1', at, minutes: 2, minute_cents: 300n, total_cents: 600n, link };

const samples: { [T in TemplateName]: TemplateValues[T] } = {
  'verify-email': { name: 'Ada', link },
  'account-exists': { name: 'Ada', loginLink: link, resetLink: link },
  'reset-password': { name: 'Ada', link },
  'password-changed': { name: 'Ada', at, resetLink: link },
  'email-changing': { name: 'Ada', newEmail: 'new@example.com', securityLink: link },
  'new-sign-in': { name: 'Ada', device: 'Firefox on Linux', address: '203.0.113.9', country: 'DE', at, securityLink: link },
  'application-received': { name: 'Ada' },
  'application-approved': { name: 'Ada', link },
  'application-rejected': { name: 'Ada', note: 'The photo is blurred.', link },
  'second-step-changed': { name: 'Ada', what: 'A second step was switched on for your account.', at, securityLink: link },
  'payout-details-changed': { name: 'Ada', at, securityLink: link },
  'export-ready': { name: 'Ada', until: at, link },
  contact: { name: 'Ada', email: 'ada@example.com', message: 'Hello there,\n\nhow are you?' },
  'team-invited': { by: 'Olive', may: ['Moderator: content, reports and documents'], link: 'https://example.com/team?token=t' },
  'contact-answer': { name: 'Ada', message: 'How are you?', answer: 'Very well.\n\nThank you.' },
  'account-suspended': { name: 'Ada', reason: 'Spam', contactLink: link },
  test: { at },
  receipt: { ...ofPayment, at, originalPrice: '50.00 USD', totalPrice: '45.00 USD', coupon: 'SUMMER' },
  'refund-returned': { ...ofPayment, amount: '45.00 USD', isInWallet: true },
  'payment-refunded': { ...ofPayment, amount: '45.00 USD', reason: 'Charged twice.' },
  'payout-requested': { performer: 'Ada', amount_cents: 8000n, method: 'PayPal a***@example.com', note: 'For the rent', link },
  'payout-decided': {
    name: 'Ada',
    decision: 'done',
    amount_cents: 8000n,
    account: 'PayPal a***@example.com',
    note: 'Thank you',
    reference: 'TR-1',
    link,
  },
  'order-receipt': {
    name: 'Finn',
    receiptNumber: 'S-000001',
    at,
    lines: [{ orderNumber: 'O-000001', product: 'A signed print', quantity: 2, cents: 5000n }],
    total_cents: 5000n,
    hasFiles: true,
    link,
  },
  'show-receipt': { ...ofShow, name: 'Finn', performer: 'Ada', released_cents: 300n },
  'show-earned': { ...ofShow, name: 'Ada', fan: 'Finn', commission_cents: 120n, earning_cents: 480n },
  'order-received': {
    name: 'Ada',
    buyer: 'Finn',
    lines: [{ orderNumber: 'O-000001', product: 'A signed print', quantity: 2, cents: 5000n }],
    note: 'For my sister',
    isPosted: true,
    link,
  },
  'order-status': {
    name: 'Finn',
    orderNumber: 'O-000001',
    product: 'A signed print',
    status: 'shipping',
    shippingCode: 'DHL 123',
    note: 'Left today',
    link,
  },
  'delivery-address-changed': { name: 'Ada', orderNumber: 'O-000001', product: 'A signed print', link },
  unseen: {
    name: 'Ada',
    items: [
      { actor: 'Finn', text: 'sent you a tip of 20 tokens.', count: 1, link },
      { actor: null, text: 'Your video is ready.', count: 3, link },
    ],
    more: 4,
    link,
    preferencesLink: link,
  },
  refund: { name: 'Finn', performer: 'Ada', amount_cents: 2000n, reason: 'Sent twice', link },
  'commission-changed': { name: 'Ada', share: 0.125, link },
  'subscription-started': { ...ofSubscription, price: '9.99 tokens', until: at, next: '9.99 tokens' },
  'subscription-cancelled': { ...ofSubscription, until: at },
  'subscription-expired': { ...ofSubscription, reason: 'Your bank declined the card.' },
  'renewal-notice': { ...ofSubscription, price: '9.99 tokens', at, source: 'Visa ending in 4242' },
  'renewal-failed': { ...ofSubscription, price: '9.99 tokens', reason: 'Your bank declined the card.', next: at },
  'price-raised': { ...ofSubscription, before: '9.99 tokens', price: '12.00 tokens', from: at },
};

const hostile = '"><img src=x onerror=alert(1)>\r\nBcc: victim@example.com\n\n<script>alert(2)</script>\u202e\u0000';

/** The same values with every text of people made hostile; links, countries and decisions come from the host itself. */
function hostileOf<T extends TemplateName>(name: T): TemplateValues[T] {
  const entries = Object.entries<unknown>({ ...samples[name] }).map(([key, value]) => [
    key,
    typeof value !== 'string' || /link$|^country$|^decision$/i.test(key) ? value : hostile,
  ]);
  return Object.fromEntries(entries) as TemplateValues[T];
}
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

  it('lets no value become markup, a header or a turned line', () => {
    const { subject, html, text } = render<TemplateName>(name, hostileOf(name), { ...site, name: `${hostile} Stage` });
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

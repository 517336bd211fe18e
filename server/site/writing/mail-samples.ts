/** Sample values for previews and tests of each mail. */
import { delegateRights } from '@contract/kernel/delegate-rights';
import { bundleLabels } from '@contract/kernel/rights';
import { declines } from '../../money/gateways/declines';
import { priceOf, formatTokenCount } from '../../platform/languages/formats';
import { say, translated } from '../../platform/languages/messages';
import type { TemplateName, TemplateValues } from '../../platform/mail/templates';

const at = new Date('2026-03-04T05:06:07Z');
const link = 'https://stage.example.com/auth/verify?token=a&b=c';

const paymentSample = {
  name: 'Finn',
  receiptNumber: 'R-000001',
  product: formatTokenCount(5000n),
  card: 'visa •••• 4242',
  link: 'https://example.com/wallet',
};
const subscriptionSample = { name: 'Finn', performer: 'Ada', link };
const showSample = { receiptNumber: 'show-1', at, minutes: 2, minute_cents: 300n, total_cents: 600n, link };

export const mailTemplateSamples: { [T in TemplateName]: TemplateValues[T] } = {
  'verify-email': { name: 'Ada', link },
  'account-exists': { name: 'Ada', loginLink: link, resetLink: link },
  'reset-password': { name: 'Ada', link },
  'password-changed': { name: 'Ada', at, resetLink: link },
  'email-changing': { name: 'Ada', newEmail: 'new@example.com', securityLink: link },
  'email-changed': { name: 'Ada', newEmail: 'new@example.com', undoLink: link, contactLink: link },
  'new-sign-in': { name: 'Ada', device: 'Firefox on Linux', address: '203.0.113.9', country: 'DE', at, securityLink: link },
  'application-received': { name: 'Ada' },
  'application-approved': { name: 'Ada', link },
  'application-rejected': { name: 'Ada', note: 'The photo is blurred.', link },
  'second-step-changed': { name: 'Ada', change: 'Two-step verification was turned on for your account.', at, securityLink: link },
  'payout-details-changed': { name: 'Ada', at, securityLink: link },
  contact: { name: 'Ada', email: 'ada@example.com', message: 'Hello there,\n\nhow are you?' },
  'export-ready': { name: 'Ada', until: at, link },
  'account-deletion': { name: 'Ada', deletesAt: at, loginLink: link },
  'account-kept': { name: 'Ada', securityLink: link },
  'helper-invited': {
    inviter: 'Ada',
    rights: [delegateRights.content.description],
    link: 'https://example.com/helping?token=t',
  },
  'team-invited': { inviter: 'Olive', rights: [bundleLabels.moderator], link: 'https://example.com/team?token=t' },
  'contact-answer': { name: 'Ada', message: 'How are you?', answer: 'Very well.\n\nThank you.' },
  'account-suspended': { name: 'Ada', reason: 'Spam', link },
  'account-restored': { name: 'Ada', note: 'You were right.', link },
  'appeal-upheld': { name: 'Ada', note: 'You sent these messages.' },
  'books-wrong': {
    name: 'Olive',
    at,
    violatedInvariants: [
      {
        name: 'L3',
        statement: 'Every balance equals the sum of its entries.',
        firstViolation: 'wallet:1 holds 5.00, its entries add up to 4.00',
      },
    ],
    link,
  },
  test: { at },
  receipt: { ...paymentSample, at, originalPrice: priceOf(5000n, 'USD'), totalPrice: priceOf(4500n, 'USD'), coupon: 'SUMMER' },
  'refund-returned': { ...paymentSample, amount: priceOf(4500n, 'USD'), isInWallet: true },
  'payment-refunded': { ...paymentSample, amount: priceOf(4500n, 'USD'), reason: 'Charged twice.' },
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
  'show-receipt': { ...showSample, name: 'Finn', performer: 'Ada', released_cents: 300n },
  'show-earned': { ...showSample, name: 'Ada', fan: 'Finn', commission_cents: 120n, earning_cents: 480n },
  'order-received': {
    name: 'Ada',
    buyer: 'Finn',
    lines: [{ orderNumber: 'O-000001', product: 'A signed print', quantity: 2, cents: 5000n }],
    note: 'For my sister',
    needsShipping: true,
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
      { actor: 'Ada', text: 'liked your post.', count: 3, link },
    ],
    more: 4,
    link,
    preferencesLink: link,
    unsubscribeLink: link,
  },
  refund: { name: 'Finn', performer: 'Ada', amount_cents: 2000n, reason: 'Sent twice', link },
  'commission-changed': { name: 'Ada', share: 0.125, link },
  'subscription-started': { ...subscriptionSample, price: priceOf(999n, 'USD'), until: at, renewalPrice: priceOf(999n, 'USD') },
  'subscription-cancelled': { ...subscriptionSample, until: at },
  'subscription-expired': { ...subscriptionSample, reason: translated(declines.card_declined) },
  'renewal-notice': { ...subscriptionSample, price: priceOf(999n, 'USD'), at, source: say`${'Visa'} ending in ${'4242'}` },
  'renewal-failed': { ...subscriptionSample, price: priceOf(999n, 'USD'), reason: translated(declines.card_declined), nextAttemptAt: at },
  'price-raised': { ...subscriptionSample, before: formatTokenCount(999n), price: formatTokenCount(1200n), from: at },
};

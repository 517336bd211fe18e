/** Parsing of messages at the bounce address. */
import { outOfOfficeReply, complaint, deliveryStatusNotification } from '../../../tests/kit/files/bounce-mails';
import { parseDeliveryReport } from './delivery-report';
import { mailIdOfReturnPath, returnPathOf } from './return-path';

const secret = 'a secret that is as long as secrets have to be';
const mailId = '0192a7c4-0000-7000-8000-000000000001';
const path = returnPathOf(secret, 'bounces@example.com', mailId);
const parse = (raw: string, appSecret = secret) => parseDeliveryReport(appSecret, Buffer.from(raw.replaceAll('\n', '\r\n')));

describe('a return path', () => {
  it('fits the 64 characters that mail servers accept, and identifies its mail case-insensitively', () => {
    expect(returnPathOf(secret, 'fourteen-chars@example.com', mailId).split('@')[0]).toHaveLength(63);
    expect(mailIdOfReturnPath(secret, path)).toBe(mailId);
    expect(mailIdOfReturnPath(secret, `<${path.toUpperCase()}>`)).toBe(mailId);
  });

  it('that was altered or forged identifies no mail', () => {
    const other = path.replace('000001', '000002');
    for (const wrong of [other, path.replace(/.@/, '@'), 'bounces@example.com', '', `bounces+${'0'.repeat(48)}@example.com`])
      expect(mailIdOfReturnPath(secret, wrong)).toBeNull();
    expect(mailIdOfReturnPath(`${secret}!`, path)).toBeNull();
  });
});

describe('a delivery status notification', () => {
  it("returns the mail and the other server's response", async () => {
    expect(await parse(deliveryStatusNotification({ path }))).toEqual({
      mailId,
      kind: 'hard',
      reason: '550 5.1.1 no such user (in reply to RCPT TO command)',
    });
  });

  it.each([
    ['5.1.2', undefined, 'hard'],
    ['5.2.1', undefined, 'hard'],
    ['5.0.0', 'smtp; 550 no such user', 'hard'],
    ['5.0.0', 'smtp; 550 5.7.1 blocked', 'soft'],
    ['5.0.0', 'smtp; 554 refused', 'soft'],
    ['5.2.2', undefined, 'soft'],
    ['5.7.1', 'smtp; 550 5.7.1 spam', 'soft'],
    ['4.4.1', 'smtp; connection timed out', 'soft'],
  ])('with status %s and diagnosis %s is a %s bounce', async (status, diagnosis, kind) => {
    expect(await parse(deliveryStatusNotification({ path, status, ...(diagnosis !== undefined && { diagnosis }) }))).toMatchObject({
      mailId,
      kind,
    });
  });

  it('of a delayed or delivered mail returns null', async () => {
    for (const action of ['delayed', 'delivered', 'relayed']) expect(await parse(deliveryStatusNotification({ path, action }))).toBeNull();
  });

  it('about a mail of another site returns null', async () => {
    expect(await parse(deliveryStatusNotification({ path: 'bounces@example.com' }))).toBeNull();
    expect(await parse(deliveryStatusNotification({ path }), `${secret}!`)).toBeNull();
  });
});

test('a complaint is recognized from the abuse report', async () => {
  expect(await parse(complaint(path))).toMatchObject({ mailId, kind: 'complaint' });
  expect(await parse(complaint(path).replace('Feedback-Type: abuse', 'Feedback-Type: not-spam'))).toBeNull();
});

test('replies, auto-replies and malformed messages return null', async () => {
  for (const raw of [outOfOfficeReply(path), '', 'nothing', '\0\0\0', '--B1\n--B1--', 'x: '.repeat(1000)])
    expect(await parse(raw)).toBeNull();
});

/** Coupons and packages: what they take off and add, who can use them, and how operators manage them. */
import { eq } from 'drizzle-orm';
import { coupons, couponUses } from '@server/platform/db/schema/payments';
import { auditLog } from '@server/platform/db/schema/site';
import { promotionsAccount } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { addTestCard, ledgerViolations, newIdempotencyKey, fanWithTestCard, walletBalance } from '../../../../tests/kit/money/payments';
import { mailsTo } from '../../../../tests/kit/host/mails';
import { signUpFan, signUpOperator } from '../../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { discountedPrice } from '../../offers/terms';

describe('the price after a coupon', () => {
  const shares = [1n, 5n, 10n, 12n, 25n, 33n, 50n, 67n, 90n, 99n, 100n];

  it('is exact for every hundredth from 0.01 to 100.00: the discount is the largest whole hundredth within the share', () => {
    for (const share of shares)
      for (let cents = 1n; cents <= 10_000n; cents += 1n) {
        const off = cents - discountedPrice(cents, Number(share) / 100);
        const isExact = off * 100n <= cents * share && (off + 1n) * 100n > cents * share;
        if (!isExact) throw new Error(`${share} % off ${cents} hundredths was ${off}`);
      }
    expect(discountedPrice(5000n, 0.1)).toBe(4500n);
    expect(discountedPrice(1n, 0.99)).toBe(1n);
    expect(discountedPrice(12345n, 1)).toBe(0n);
  });
});

describe('coupons', () => {
  let testHost: TestHost;
  let operator: string;
  beforeAll(async () => {
    testHost = await openTestHost();
    operator = (await signUpOperator(testHost)).token;
  });
  afterAll(() => testHost.close());
  afterEach(async () => {
    expect(await ledgerViolations(testHost.ctx)).toEqual([]);
  });

  const daysFromNow = (days: number): string => new Date(testHost.clock.now().getTime() + days * 86_400_000).toISOString();
  const make = async (fields: Record<string, unknown>) => {
    const { status, data, errorBody } = await testHost.call(
      'POST /admin/coupons',
      { body: { name: 'Spring', value: 0.1, ...fields } as { code: string; name: string; value: number } },
      { token: operator },
    );
    if (status !== 200) throw new Error(JSON.stringify(errorBody));
    return data;
  };
  const topUp = (token: string, couponCode: string, amount = 50) =>
    testHost.call('POST /payment/wallet/top-up', { body: { amount, couponCode } }, { token, key: newIdempotencyKey() });
  const apply = (token: string, code: string, amount?: number) =>
    testHost.call('POST /coupons/:code/apply-coupon', { params: { code }, body: amount === undefined ? {} : { amount } }, { token });
  const usesOf = async (id: string) => (await testHost.ctx.db.select().from(coupons).where(eq(coupons.id, id)))[0]?.totalUses;

  it('lower what the card pays; the site pays the rest of the tokens', async () => {
    const coupon = await make({ code: 'spring10' });
    expect(coupon).toMatchObject({ code: 'SPRING10', status: 'active', totalUses: 0 });
    const fan = await fanWithTestCard(testHost);
    const before = await balanceOf(testHost.ctx, promotionsAccount);
    expect((await apply(fan.token, 'spring10', 50)).data).toMatchObject({ code: 'SPRING10', value: 0.1, totalPrice: 45 });
    expect((await apply(fan.token, 'SPRING10')).data.totalPrice).toBeNull();
    const { data } = await topUp(fan.token, 'Spring10');
    expect(data).toMatchObject({ originalPrice: 50, totalPrice: 45, coupon: { code: 'SPRING10', value: 0.1 } });
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(5000n);
    expect((await balanceOf(testHost.ctx, promotionsAccount)) - before).toBe(-500n);
    expect(await usesOf(coupon._id)).toBe(1);
    const [mail] = await mailsTo(testHost, fan.email, 'receipt');
    expect(mail?.text).toContain('$45.00');
    for (const response of [await topUp(fan.token, 'SPRING10'), await apply(fan.token, 'SPRING10')])
      expect(response.errorBody).toMatchObject({ statusCode: 409, error: 'coupon_used' });
  });

  it('are used once per account, even with concurrent top-ups', async () => {
    const coupon = await make({ code: 'RACE' });
    const fan = await fanWithTestCard(testHost);
    const responses = await Promise.all(Array.from({ length: 10 }, () => topUp(fan.token, 'RACE')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errorBody } of responses) if (status !== 200) expect(errorBody.error).toBe('coupon_used');
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(5000n);
    expect(await usesOf(coupon._id)).toBe(1);
  });

  it('are never used beyond their maximum, even by concurrent fans', async () => {
    const coupon = await make({ code: 'LAST', maximumUses: 2 });
    const fans = await Promise.all(Array.from({ length: 6 }, () => fanWithTestCard(testHost)));
    const responses = await Promise.all(fans.map(({ token }) => topUp(token, 'LAST')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, errorBody } of responses)
      if (status !== 200) expect(errorBody).toMatchObject({ statusCode: 422, error: 'coupon_expired' });
    expect(await usesOf(coupon._id)).toBe(2);
  });

  it('are released when the payment fails', async () => {
    const coupon = await make({ code: 'BACK' });
    const fan = await fanWithTestCard(testHost, 'test_declined');
    expect((await topUp(fan.token, 'BACK')).errorBody.error).toBe('card_declined');
    expect([await usesOf(coupon._id), await testHost.ctx.db.$count(couponUses, eq(couponUses.couponId, coupon._id))]).toEqual([0, 0]);
    await addTestCard(testHost, fan.token, 'test_visa');
    expect((await topUp(fan.token, 'BACK')).data.totalPrice).toBe(45);
  });

  it('that cover the whole price need no card and no gateway', async () => {
    await make({ code: 'GIFT', value: 1 });
    const fan = await signUpFan(testHost);
    const { status, data } = await topUp(fan.token, 'GIFT');
    expect([status, data]).toMatchObject([200, { status: 'success', totalPrice: 0, paymentGateway: 'wallet', card: null }]);
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(5000n);
    expect(await mailsTo(testHost, fan.email, 'receipt')).toHaveLength(0);
  });

  it('that are unknown, inactive, withdrawn or expired are rejected', async () => {
    const fan = await fanWithTestCard(testHost);
    await make({ code: 'OLD', expiresAt: daysFromNow(-1) });
    await make({ code: 'OFF', status: 'inactive' });
    const withdrawn = await make({ code: 'GONE' });
    await testHost.call('DELETE /admin/coupons/:id', { params: { id: withdrawn._id } }, { token: operator });
    const expected = { NOTHING: 'coupon_not_found', OFF: 'coupon_not_found', GONE: 'coupon_not_found', OLD: 'coupon_expired' };
    for (const [code, error] of Object.entries(expected))
      for (const response of [await topUp(fan.token, code), await apply(fan.token, code)])
        expect([code, response.errorBody.error]).toEqual([code, error]);
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(0n);
  });

  it('are managed by operators, with audit entries', async () => {
    const coupon = await make({ code: 'KEPT', description: 'For friends', expiresAt: daysFromNow(3) });
    await make({ code: 'TAKEN' });
    const fields = { code: 'TAKEN', name: 'Summer', value: 0.25 };
    const change = (id: string, body: typeof fields) =>
      testHost.call('PUT /admin/coupons/:id', { params: { id }, body }, { token: operator });
    const again = await testHost.call('POST /admin/coupons', { body: fields }, { token: operator });
    expect(again.errorBody).toMatchObject({ statusCode: 409, error: 'code_taken' });
    expect((await change(coupon._id, fields)).errorBody.error).toBe('code_taken');
    expect((await change(coupon._id, { ...fields, code: 'KEPT2' })).data).toMatchObject({ code: 'KEPT2', value: 0.25, expiresAt: null });
    expect((await change(testHost.ctx.random.id(), fields)).errorBody.error).toBe('coupon_not_found');
    const remove = () => testHost.call('DELETE /admin/coupons/:id', { params: { id: coupon._id } }, { token: operator });
    expect((await remove()).data).toEqual({ deleted: true });
    expect((await remove()).errorBody.error).toBe('coupon_not_found');
    const { data } = await testHost.call(
      'GET /admin/coupons/search',
      { query: { q: 'tak', status: 'active', sortBy: 'code' } },
      { token: operator },
    );
    expect(data.data.map(({ code }) => code)).toEqual(['TAKEN']);
    const trail = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, coupon._id)).orderBy(auditLog.createdAt);
    expect(trail.map(({ action }) => action)).toEqual(['coupon.create', 'coupon.change', 'coupon.withdraw']);
    expect(trail[1]).toMatchObject({ before: { code: 'KEPT', value: 0.1 }, after: { code: 'KEPT2', value: 0.25 } });
  });

  it.each([{ value: 0 }, { value: 1.01 }, { value: 0.105 }, { code: 'A B' }, { code: 'AB' }, { maximumUses: 0 }])(
    'are not created with the invalid field %j',
    async (field) => {
      const { errorBody } = await testHost.call(
        'POST /admin/coupons',
        { body: { code: 'FINE', name: 'Fine', value: 0.1, ...field } },
        { token: operator },
      );
      expect(errorBody.error).toBe('invalid_request');
    },
  );
});

describe('packages', () => {
  let testHost: TestHost;
  let operator: string;
  beforeAll(async () => {
    testHost = await openTestHost();
    operator = (await signUpOperator(testHost)).token;
  });
  afterAll(() => testHost.close());
  afterEach(async () => {
    expect(await ledgerViolations(testHost.ctx)).toEqual([]);
  });

  const make = (fields: { price: number; tokens: number; ordering?: number; isActive?: boolean; name?: string }) =>
    testHost.call('POST /admin/packages', { body: { name: 'Pack', ...fields } }, { token: operator });
  const buy = (token: string, packageId: string, couponCode?: string) =>
    testHost.call(
      'POST /payment/wallet/top-up',
      { body: { packageId, ...(couponCode && { couponCode }) } },
      { token, key: newIdempotencyKey() },
    );

  it('can contain more or fewer tokens than their price', async () => {
    const fan = await fanWithTestCard(testHost);
    await testHost.call('POST /admin/coupons', { body: { code: 'HALF', name: 'Half', value: 0.5 } }, { token: operator });
    const [more, fewer] = [await make({ price: 45, tokens: 50 }), await make({ price: 50, tokens: 45 })];
    expect((await buy(fan.token, more.data._id)).data).toMatchObject({
      totalPrice: 45,
      products: [{ name: '50.00 tokens', description: 'Pack', tokens: 50 }],
    });
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(5000n);
    expect((await buy(fan.token, fewer.data._id, 'HALF')).data).toMatchObject({ originalPrice: 50, totalPrice: 25 });
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(9500n);
  });

  it('are not sold when the price, the tokens or the coupon differ from what the buyer saw', async () => {
    const fan = await fanWithTestCard(testHost);
    const { data: pack } = await make({ price: 30, tokens: 40 });
    const { data: coupon } = await testHost.call(
      'POST /admin/coupons',
      { body: { code: 'TENTH', name: 'Tenth', value: 0.1 } },
      { token: operator },
    );
    const seen = { packageId: pack._id, expectedPrice: 27, expectedTokens: 40, couponCode: 'TENTH' };
    const buySeen = () => testHost.call('POST /payment/wallet/top-up', { body: seen }, { token: fan.token, key: newIdempotencyKey() });
    const price = (changes: { price: number; tokens: number }) =>
      testHost.call('PUT /admin/packages/:id', { params: { id: pack._id }, body: { name: 'Pack', ...changes } }, { token: operator });
    const discount = (value: number) =>
      testHost.call(
        'PUT /admin/coupons/:id',
        { params: { id: coupon._id }, body: { code: 'TENTH', name: 'Tenth', value } },
        { token: operator },
      );
    await price({ price: 60, tokens: 40 });
    expect((await buySeen()).errorBody.error).toBe('price_changed');
    await price({ price: 30, tokens: 20 });
    expect((await buySeen()).errorBody.error).toBe('price_changed');
    await price({ price: 30, tokens: 40 });
    await discount(0.05);
    expect((await buySeen()).errorBody.error).toBe('price_changed');
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(0n);
    await discount(0.1);
    expect((await buySeen()).data).toMatchObject({ status: 'success', totalPrice: 27 });
    expect(await walletBalance(testHost.ctx, fan.id)).toBe(4000n);
  });

  it('are listed while they are on sale, in their order', async () => {
    const [second, first, off] = [
      await make({ price: 20, tokens: 20, ordering: 2, name: 'Second' }),
      await make({ price: 10, tokens: 10, ordering: 1, name: 'First' }),
      await make({ price: 30, tokens: 30, ordering: 3, name: 'Off', isActive: false }),
    ];
    const { data } = await testHost.call('GET /package/token/search', { query: { sortBy: 'ordering', sort: 'asc' } });
    expect(data.data.filter(({ ordering }) => ordering > 0).map(({ name }) => name)).toEqual(['First', 'Second']);
    const fan = await fanWithTestCard(testHost);
    for (const id of [off.data._id, testHost.ctx.random.id()]) expect((await buy(fan.token, id)).errorBody.error).toBe('package_not_found');
    await testHost.call('DELETE /admin/packages/:id', { params: { id: first.data._id } }, { token: operator });
    expect((await buy(fan.token, first.data._id)).errorBody.error).toBe('package_not_found');
    expect((await buy(fan.token, second.data._id)).status).toBe(200);
    const all = await testHost.call('GET /admin/packages/search', { query: { q: 'Off' } }, { token: operator });
    expect(all.data.data).toMatchObject([{ name: 'Off', isActive: false }]);
  });

  it('are managed by operators within the limits of top-ups, with audit entries', async () => {
    const { data } = await make({ price: 10, tokens: 12 });
    for (const price of [2.94, 300.01]) expect((await make({ price, tokens: 10 })).errorBody.error).toBe('price_out_of_range');
    const change = (id: string, price: number) =>
      testHost.call('PUT /admin/packages/:id', { params: { id }, body: { name: 'Pack', price, tokens: 15 } }, { token: operator });
    expect((await change(data._id, 300.01)).errorBody.error).toBe('price_out_of_range');
    expect((await change(data._id, 11)).data).toMatchObject({ price: 11, tokens: 15 });
    expect((await change(testHost.ctx.random.id(), 11)).errorBody.error).toBe('package_not_found');
    const remove = () => testHost.call('DELETE /admin/packages/:id', { params: { id: data._id } }, { token: operator });
    expect((await remove()).data).toEqual({ deleted: true });
    expect((await remove()).errorBody.error).toBe('package_not_found');
    const trail = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, data._id));
    expect(trail.map(({ action }) => action).sort()).toEqual(['package.change', 'package.create', 'package.withdraw']);
    expect(trail.find(({ action }) => action === 'package.change')).toMatchObject({
      before: { priceCents: 10 },
      after: { priceCents: 11 },
    });
  });
});

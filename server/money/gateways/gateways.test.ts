/** Which gateways a site has, depending on its API keys, and how they are found by name. */
import { readConfig, ConfigError } from '@server/kernel/config';
import { openPartialHost, type PartialHost } from '../../../tests/kit/host/partial-host';
import { openStripeStandIn } from '../../../tests/kit/stand-ins/stripe/stripe';
import { testClock } from '../../../tests/kit/host/test-clock';
import { gatewayFor } from './gateways';

async function withPartialHost(environment: Record<string, string>, work: (host: PartialHost) => Promise<void> | void): Promise<void> {
  const host = await openPartialHost(() => undefined, environment);
  try {
    await work(host);
  } finally {
    await host.close();
  }
}

test('a site without API keys uses the sandbox under the configured name', () =>
  withPartialHost({}, ({ ctx }) => {
    const gateway = gatewayFor(ctx, ctx.settings.values().paymentGateway);
    expect(gateway).toMatchObject({ isSandbox: true, ledgerAccount: 'gateway:sandbox' });
    expect(ctx.gateways.sandbox).toBe(gateway);
    expect(ctx.settings.publicValues().isSandbox).toBe(true);
  }));

test('a site with API keys uses Stripe, and has no sandbox', async () => {
  const standIn = await openStripeStandIn(testClock());
  await withPartialHost(standIn.environment, async ({ ctx }) => {
    const gateway = gatewayFor(ctx, 'stripe');
    expect(gateway).toMatchObject({ isSandbox: false, ledgerAccount: 'gateway:stripe' });
    expect(ctx.gateways.sandbox).toBeNull();
    expect(ctx.settings.publicValues()).toMatchObject({ isSandbox: false, stripePublishableKey: 'pk_test_standin' });
    expect(await gateway.createCustomer({ key: 'customer', accountId: 'a', email: null })).toMatchObject({
      customer: expect.stringMatching(/^cus_/) as string,
    });
  });
  await standIn.close();
});

test.each(['sandbox', 'ccbill', '', 'Stripe', '__proto__', 'constructor', 'toString'])('rejects the gateway %j', (name) =>
  withPartialHost({}, ({ ctx }) => {
    expect(() => gatewayFor(ctx, name)).toThrow(expect.objectContaining({ code: 'gateway_unknown', status: 404 }) as Error);
  }),
);

const keys = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' };

test.each<[string, Record<string, string>, string[]]>([
  ['the secret key alone', { STRIPE_SECRET_KEY: 'sk' }, ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['the publishable key alone', { STRIPE_PUBLISHABLE_KEY: 'pk' }, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['an address alone', { STRIPE_API_BASE: 'https://api.stripe.com' }, Object.keys(keys)],
  ['no webhook secret', { ...keys, STRIPE_WEBHOOK_SECRET: ' ' }, ['STRIPE_WEBHOOK_SECRET']],
  ['an address with a path', { ...keys, STRIPE_API_BASE: 'https://api.stripe.com/v1' }, ['STRIPE_API_BASE']],
])('startup fails with %s and names the invalid settings', (_case, environment, invalid) => {
  const start = (): unknown => readConfig({ APP_SECRET: 'a secret for tests only, long enough', ...environment });
  expect(start).toThrow(ConfigError);
  try {
    start();
  } catch (error) {
    expect((error as ConfigError).problems.map(({ variable }) => variable)).toEqual(invalid);
  }
});

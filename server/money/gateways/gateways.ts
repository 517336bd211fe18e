/** The configured gateways by name. On a site without API keys, the sandbox has the gateway's name. */
import { paymentGateways } from '@contract/kernel/values/money';
import type { Config } from '../../kernel/config';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Gateway } from './gateway';
import { providerOf } from './names';
import { sandboxGateway, type Sandbox, type SandboxDependencies } from './sandbox.gateway';

export interface Gateways {
  /** By the name in settings, cards and URLs. */
  readonly byName: Readonly<Record<string, Gateway>>;
  /** The sandbox, which also simulates the bank's confirmation; null where real money moves. */
  readonly sandbox: Sandbox | null;
}

/** The configured gateways. Makes no request before the first call. */
export async function openGateways({ stripe }: Pick<Config, 'stripe'>, dependencies: SandboxDependencies): Promise<Gateways> {
  if (stripe !== null) {
    const { stripeGateway } = await import('./stripe.gateway');
    return { byName: { stripe: stripeGateway(stripe, dependencies.clock) }, sandbox: null };
  }
  const sandbox = sandboxGateway(dependencies);
  return { byName: Object.fromEntries(paymentGateways.map((name) => [name, sandbox])), sandbox };
}

/** The gateway with the configured name `name`. Throws gateway_unknown. */
export function gatewayFor(ctx: Pick<Context, 'gateways'>, name: string): Gateway {
  const { byName } = ctx.gateways;
  return (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? fail('gateway_unknown');
}

/**
 * The gateway that pays out, and the provider name that payout accounts are stored under. Accounts are only valid at their
 * provider.
 */
export function payoutGateway(ctx: Pick<Context, 'gateways'>): { gateway: Gateway; name: string } {
  const gateway = gatewayFor(ctx, 'stripe');
  return { gateway, name: providerOf(gateway) };
}

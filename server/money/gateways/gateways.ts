/** Which gateway answers to a name. A site without keys keeps the name, and the sandbox answers for it. */
import { paymentGateways } from '@contract/values';
import type { Config } from '../../kernel/config';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Gateway } from './gateway';
import { providerOf } from './names';
import { sandboxGateway, type Sandbox, type SandboxOutside } from './sandbox.gateway';

export interface Gateways {
  /** By the name that settings, cards and addresses use. */
  readonly byName: Readonly<Record<string, Gateway>>;
  /** Its test bank; null where real money moves. */
  readonly sandbox: Sandbox | null;
}

/** The gateways of a configuration. Nothing is sent before the first call. */
export async function openGateways({ stripe }: Pick<Config, 'stripe'>, outside: SandboxOutside): Promise<Gateways> {
  if (stripe !== null) {
    const { stripeGateway } = await import('./stripe.gateway');
    return { byName: { stripe: stripeGateway(stripe, outside.clock) }, sandbox: null };
  }
  const sandbox = sandboxGateway(outside);
  return { byName: Object.fromEntries(paymentGateways.map((name) => [name, sandbox])), sandbox };
}

/** The gateway called `name`; fails with `gateway_unknown`. */
export function gatewayFor(ctx: Pick<Context, 'gateways'>, name: string): Gateway {
  const { byName } = ctx.gateways;
  return (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? fail('gateway_unknown');
}

/** The gateway whose accounts payouts go to, with the name that its accounts are kept under: they serve at no other. */
export function payoutGateway(ctx: Pick<Context, 'gateways'>): { gateway: Gateway; name: string } {
  const gateway = gatewayFor(ctx, 'stripe');
  return { gateway, name: providerOf(gateway) };
}

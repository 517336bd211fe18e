/**
 * Gateway names. Rows store the actual provider. Settings, URLs and screens use the configured name, which stays the same when the
 * sandbox replaces a provider without API keys.
 */
import { paymentGateways } from '@contract/kernel/values/money';
import type { Gateway } from './gateway';

/** The provider name in rows: the sandbox does not share cards and charges with the provider that it replaces. */
export const providerOf = ({ ledgerAccount }: Pick<Gateway, 'ledgerAccount'>): string => ledgerAccount.slice('gateway:'.length);
/** The configured name of a provider, as users see it. */
export const configuredNameOf = (provider: string): string => (provider === 'sandbox' ? paymentGateways[0] : provider);
/** The providers behind a configured name. */
export const providersNamed = (name: string): string[] => (name === paymentGateways[0] ? [name, 'sandbox'] : [name]);

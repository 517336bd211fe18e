/**
 * What a gateway is called. Rows name the provider that really answers; people, settings and addresses use the configured
 * name, which the sandbox keeps while it stands in for a provider without keys.
 */
import { paymentGateways } from '@contract/values';
import type { Gateway } from './gateway';

/** What rows call a gateway: the sandbox and the provider that it stands in for have not one set of cards and charges. */
export const providerOf = ({ ledgerAccount }: Pick<Gateway, 'ledgerAccount'>): string => ledgerAccount.slice('gateway:'.length);
/** The name that people know a provider by. */
export const shownGateway = (provider: string): string => (provider === 'sandbox' ? paymentGateways[0] : provider);
/** The providers that answer to a name. */
export const providersNamed = (name: string): string[] => (name === paymentGateways[0] ? [name, 'sandbox'] : [name]);

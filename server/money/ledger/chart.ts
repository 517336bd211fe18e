/** The chart of accounts: whose money is where. Ids speak, and only these functions make them. */

/** A fan's tokens. Never below zero. */
export type Wallet = `wallet:${string}`;
/** What a performer has earned and not yet been paid. Refunds may take it below zero. */
export type Earnings = `earnings:${string}`;
/** Set aside for something that waits: a payout request, a private show. Never below zero. */
export type Held = `held:${string}`;
/** What an account owes the site: money that went back at the gateway after it was spent here. Below zero while it is owed. */
export type Receivable = `receivable:${string}`;
/** The site's own: its share of every sale, what it gave away, what operators put right. */
export type Platform = 'platform:commission' | 'platform:promotions' | 'platform:adjustments';
/** What a gateway has taken in for the site: as far below zero as cards paid in. */
export type GatewayAccount = `gateway:${string}`;
/** What has left to performers by one method. */
export type PaidOut = `payouts:${string}`;

export type AccountId = Wallet | Earnings | Held | Receivable | Platform | GatewayAccount | PaidOut;

export const walletOf = (accountId: string): Wallet => `wallet:${accountId}`;
export const earningsOf = (performerId: string): Earnings => `earnings:${performerId}`;
export const heldFor = (subjectId: string): Held => `held:${subjectId}`;
export const receivableOf = (accountId: string): Receivable => `receivable:${accountId}`;
export const gatewayAccount = (gateway: string): GatewayAccount => `gateway:${gateway}`;
export const paidOutBy = (method: string): PaidOut => `payouts:${method}`;
export const commissionAccount: Platform = 'platform:commission';
export const promotionsAccount: Platform = 'platform:promotions';
export const adjustmentsAccount: Platform = 'platform:adjustments';

const known = /^(wallet|earnings|held|receivable|platform|gateway|payouts):./;

/** Whether a text could be the id of an account; whether anything moved it is another question. */
export const isAccountId = (text: string): text is AccountId => known.test(text);

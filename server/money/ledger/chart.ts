/** The chart of accounts. Account ids are readable, and only these functions create them. */

/** A fan's tokens. Never below zero. */
export type Wallet = `wallet:${string}`;
/** What a performer has earned and has not been paid yet. Refunds may take it below zero. */
export type Earnings = `earnings:${string}`;
/** Held for a payout request or a private show. Never below zero. */
export type Held = `held:${string}`;
/** A fan's debt: money reversed at the gateway after its tokens were spent. Below zero while it is owed. */
export type Receivable = `receivable:${string}`;
/** The site's accounts: its share of every sale, what it gave away, operators' adjustments. */
export type Platform = 'platform:commission' | 'platform:promotions' | 'platform:adjustments';
/** What a gateway has collected for the site, as a negative balance: card payments debit it. */
export type GatewayAccount = `gateway:${string}`;
/** What was paid out to performers by one method. */
export type PaidOut = `payouts:${string}`;

export type AccountId = Wallet | Earnings | Held | Receivable | Platform | GatewayAccount | PaidOut;

export const walletOf = (accountId: string): Wallet => `wallet:${accountId}`;
export const earningsOf = (performerId: string): Earnings => `earnings:${performerId}`;
export const heldFor = (subjectId: string): Held => `held:${subjectId}`;
export const receivableOf = (accountId: string): Receivable => `receivable:${accountId}`;
export const gatewayAccount = (gateway: string): GatewayAccount => `gateway:${gateway}`;
export const payoutsAccount = (method: string): PaidOut => `payouts:${method}`;
export const commissionAccount: Platform = 'platform:commission';
export const promotionsAccount: Platform = 'platform:promotions';
export const adjustmentsAccount: Platform = 'platform:adjustments';

const accountIdPattern = /^(wallet|earnings|held|receivable|platform|gateway|payouts):./;

/** Whether a text has the form of an account id. The account may have no entries. */
export const isAccountId = (text: string): text is AccountId => accountIdPattern.test(text);

/** Values of accounts, verification and sign-in. */

export const roles = ['user', 'performer', 'operator'] as const;
export type Role = (typeof roles)[number];

/** `deleting`: deletion was requested and can still be canceled. `deleted`: only data that the ledger needs is left. */
export const accountStatuses = ['active', 'suspended', 'deleting', 'deleted'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const verifications = ['none', 'pending', 'approved', 'rejected'] as const;
export type Verification = (typeof verifications)[number];

export const documentTypes = ['idVerification', 'documentVerification'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Error codes for reasons why an account cannot be deleted. */
export const deletionObstacles = ['payment_pending', 'payout_pending', 'orders_open', 'account_in_debt', 'last_operator'] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];

export const sessionEndReasons = ['signed_out', 'password', 'suspended', 'deleting', 'ended'] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** Methods of the second factor. */
export const twoFactorMethods = ['totp', 'recovery', 'passkey'] as const;
export type TwoFactorMethod = (typeof twoFactorMethods)[number];

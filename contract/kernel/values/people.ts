/** Who people are to the site, and how they come in. */

export const roles = ['user', 'performer', 'operator'] as const;
export type Role = (typeof roles)[number];

/** `deleting`: its person asked for its end and may still take that back; `deleted`: nothing of her is left but what the books need. */
export const accountStatuses = ['active', 'suspended', 'deleting', 'deleted'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const verifications = ['none', 'pending', 'approved', 'rejected'] as const;
export type Verification = (typeof verifications)[number];

export const documentTypes = ['idVerification', 'documentVerification'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** What keeps somebody from deleting her account: the refusal that says so. */
export const deletionObstacles = ['payout_pending', 'orders_open', 'account_in_debt', 'last_operator'] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];

export const sessionEndReasons = ['signed_out', 'password', 'suspended', 'deleting', 'ended'] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** The ways in which the second step of a sign-in can be given. */
export const secondSteps = ['totp', 'recovery', 'passkey'] as const;
export type SecondStep = (typeof secondSteps)[number];

/** Who people are to the site, and how they come in. */

export const roles = ['user', 'performer', 'operator'] as const;
export type Role = (typeof roles)[number];

export const accountStatuses = ['active', 'suspended', 'deleting'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const verifications = ['none', 'pending', 'approved', 'rejected'] as const;
export type Verification = (typeof verifications)[number];

export const documentTypes = ['idVerification', 'documentVerification'] as const;
export type DocumentType = (typeof documentTypes)[number];

export const sessionEndReasons = ['signed_out', 'password', 'suspended', 'ended'] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** The ways in which the second step of a sign-in can be given. */
export const secondSteps = ['totp', 'recovery', 'passkey'] as const;
export type SecondStep = (typeof secondSteps)[number];

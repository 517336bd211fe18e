/** Schemas of the entities in responses. Encoding drops every field that a schema does not list. */
import * as z from 'zod';
import { Instant } from './shapes';
import { twoFactorMethods } from './values/people';

export * from './entities/files';
export * from './entities/people';
export * from './entities/site';

export const Session = z.object({ token: z.string(), expiresAt: Instant });
/** A sign-in that waits for its second factor, with the accepted methods. */
export const Challenge = z.object({ ticket: z.string(), methods: z.array(z.enum(twoFactorMethods)), expiresAt: Instant });
/** The result of the first factor: a session, or with status 202 the challenge for the second. */
export const SignedIn = z.union([Session, Challenge]);

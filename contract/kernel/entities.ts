/** The things that answers are made of. Each shape lists all that may leave the host: an answer drops what is not here. */
import { z } from 'zod';
import { Instant } from './shapes';
import { secondSteps } from '../values';

export * from './entities/files';
export * from './entities/people';
export * from './entities/site';

export const Session = z.object({ token: z.string(), expiresAt: Instant });
/** A sign-in that waits for its second step, with the ways in which it can be given. */
export const Challenge = z.object({ ticket: z.string(), methods: z.array(z.enum(secondSteps)), expiresAt: Instant });
/** What a first step brings: a session, or with 202 what is still to be given. */
export const SignedIn = z.union([Session, Challenge]);

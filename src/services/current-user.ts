/** The signed-in account as the server returns it, in the session and in the offline cache. */
import type { ResponseOf } from './call';

export type CurrentUser = ResponseOf<'GET /users/me'>;

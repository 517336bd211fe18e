/** What follows a registration: signed in at once, or first to the mail that confirms the address. */
import { useRouter } from 'next/router';
import { keepingNext, nextOf } from '@web/lib/next-path';
import type { AnswerOf } from '@web/services/call';
import { awaitedAddress, guestDrafts, saveDraft } from '@web/session/drafts';
import { useIntents } from '@web/session/store/hooks';
import { tokenArrived } from '@web/session/intents';

type Registered = AnswerOf<'POST /auth/users/register'>;

/** Goes on after `registered`; `email` is the address that was written to. */
export function useAfterRegistration(): (registered: Registered, email: string) => void {
  const ask = useIntents();
  const router = useRouter();
  return ({ token, expiresAt }, email) => {
    if (token !== null) {
      ask(tokenArrived({ token, expiresAt, remember: false, next: nextOf(router.query) }));
      return;
    }
    saveDraft(guestDrafts, awaitedAddress, email);
    void router.push(keepingNext('/auth/verify-email', router.query));
  };
}

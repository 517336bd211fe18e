/** What follows a registration: signed in immediately, or first the email that confirms the address. */
import { useRouter } from 'next/router';
import { withNext, nextOf } from '@web/lib/next-path';
import type { ResponseOf } from '@web/services/call';
import { pendingEmailDraft, guestDrafts, saveDraft } from '@web/device/drafts';
import { useAppDispatch } from '@web/session/store/hooks';
import { tokenReceived } from '@web/session/store/intents';

type RegisterResponse = ResponseOf<'POST /auth/users/register'>;

/** Continues after the registration's response; `email` is the address that the confirmation was sent to. */
export function useAfterRegistration(): (response: RegisterResponse, email: string) => void {
  const dispatch = useAppDispatch();
  const router = useRouter();
  return ({ token, expiresAt }, email) => {
    if (token !== null) {
      dispatch(tokenReceived({ token, expiresAt, remember: false, next: nextOf(router.query) }));
      return;
    }
    saveDraft(guestDrafts, pendingEmailDraft, email);
    void router.push(withNext('/auth/verify-email', router.query));
  };
}

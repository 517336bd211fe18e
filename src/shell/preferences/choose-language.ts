/** The language as a person chooses it. Apart from the other preferences: few pages carry the choice. */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { keptChoice } from '../chosen';

/** Chooses a language for this browser, and for the account of whoever is signed in. Its words are chosen where a page begins, so that one does. */
export function useLanguageChoice(): (name: string) => Promise<void> {
  const isMember = useCurrentUser() !== null;
  return async (name) => {
    Cookies.set(cookies.language, name, keptChoice());
    // This browser has it already; whether the account learns of it only matters to others.
    if (isMember) await services.users['PUT /users']({ body: { locale: name } }).catch(() => undefined);
    window.location.reload();
  };
}

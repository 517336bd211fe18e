/** The choice of a language. In its own module, since few pages offer it. */
import { cookies } from '@contract/kernel/conventions';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { storeBeforeReload } from './cookies';

/** Stores a language for this browser and the signed-in account, and reloads the page, since messages are loaded at page start. */
export function useLanguageChoice(): (name: string) => Promise<void> {
  const isSignedIn = useCurrentUser() !== null;
  return async (name) => {
    storeBeforeReload(cookies.language, name);
    // A failure is ignored: this browser has the language already, and the account's setting only affects other browsers.
    if (isSignedIn) await services.users['PUT /users']({ body: { locale: name } }).catch(() => undefined);
    window.location.reload();
  };
}

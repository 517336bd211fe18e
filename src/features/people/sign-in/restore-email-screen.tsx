/** /auth/restore-email?token=: restores an account by its former email address. */
import { services } from '@web/services/services';
import { LinkedPassword } from './linked-password';

export function RestoreEmailScreen() {
  return (
    <LinkedPassword
      title="Restore your account"
      lead="Set a new password, and we’ll restore your previous email address. All devices are logged out. Passkeys and linked logins are removed, and you can add yours again."
      actionLabel="Restore account"
      done={{ title: 'Account restored', lead: 'Log in with your previous email address and your new password.' }}
      fallbackLink={{ label: 'Contact us', href: '/contact' }}
      send={(body) => services.auth['POST /auth/email-restore']({ body })}
    />
  );
}

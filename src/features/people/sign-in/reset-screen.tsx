/** /auth/reset?token=: sets a new password with the link from the email. */
import { services } from '@web/services/services';
import { LinkedPassword } from './linked-password';

export function ResetScreen() {
  return (
    <LinkedPassword
      title="Set a new password"
      lead="This logs you out on all your other devices."
      actionLabel="Set password"
      done={{ title: 'Password set', lead: 'Your new password is active, and you’re logged out everywhere.' }}
      fallbackLink={{ label: 'Request a new link', href: '/auth/forgot' }}
      send={(body) => services.auth['POST /auth/password-reset']({ body })}
    />
  );
}

/** /auth/reset?token=: sets a new password with the link of the email. */
import { services } from '@web/services/services';
import { LinkedPassword } from './linked-password';

export function ResetScreen() {
  return (
    <LinkedPassword
      title="Set a new password"
      lead="All other devices are logged out when you set it."
      actionLabel="Set password"
      done={{ title: 'Password set', lead: 'Your new password is in force, and you were logged out everywhere.' }}
      other={{ label: 'Ask for a new link', href: '/auth/forgot' }}
      send={(body) => services.auth['POST /auth/password-reset']({ body })}
    />
  );
}

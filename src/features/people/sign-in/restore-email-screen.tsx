/** /auth/restore-email?token=: restores an account by its former email address. */
import { services } from '@web/services/services';
import { LinkedPassword } from './linked-password';

export function RestoreEmailScreen() {
  return (
    <LinkedPassword
      title="Take your account back"
      lead="Your former e-mail address holds again, and you set a new password. Every device is logged out; passkeys and logins with other sites are removed, and you can add yours again."
      actionLabel="Take account back"
      done={{ title: 'Your account is yours again', lead: 'Your former address and your new password are in force.' }}
      other={{ label: 'Write to us', href: '/contact' }}
      send={(body) => services.auth['POST /auth/email-restore']({ body })}
    />
  );
}

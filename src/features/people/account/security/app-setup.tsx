/** Sets up an authenticator app: the QR code and the key, then a code as proof. */
import * as limits from '@contract/kernel/limits';
import dynamic from 'next/dynamic';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { contractResolver } from '@web/forms/contract-resolver';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Form } from '@web/ui/forms/form';
import styles from './security.module.css';

const AuthenticatorQrCode = dynamic(() => import('./authenticator-qr-code').then((loaded) => loaded.AuthenticatorQrCode), { ssr: false });

interface AppSetupProps {
  pairing: ResponseOf<'POST /auth/two-factor/setup'>;
  withReauthentication: WithReauthentication;
  onEnabled: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

export function AppSetup({ pairing: { secret, uri }, withReauthentication, onEnabled, onCancel }: AppSetupProps) {
  const form = useForm({
    defaultValues: { code: '' },
    resolver: contractResolver(
      'POST /auth/two-factor/enable',
      () => import('@contract/people/two-factor'),
      (values) => values,
      {
        code: { text: 'Enter the code from your app.' },
      },
    ),
  });
  const { busy, error, submit } = useSend(
    form,
    async (body) => {
      const result = await withReauthentication(() => services.twoFactor['POST /auth/two-factor/enable']({ body }));
      if (result !== null) onEnabled(result.recoveryCodes);
    },
    { fieldOf: { code_invalid: 'code' } },
  );
  return (
    <Form className={styles.stack} onSubmit={submit}>
      <ol className={styles.steps}>
        <li>Open an authenticator app on your phone and add an account.</li>
        <li>Scan the QR code or enter the setup key.</li>
        <li>Enter the code it shows.</li>
      </ol>
      <div className={styles.pairing}>
        <div className={styles.picture} style={{ minBlockSize: '12rem' }}>
          <AuthenticatorQrCode value={uri} />
        </div>
        <div className={styles.byHand}>
          <span>Setup key</span>
          <span className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
          <span className={styles.quiet}>Type: time-based, 6 digits</span>
        </div>
      </div>
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <TextField
        label="6-digit code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={limits.twoFactor.codeLengthMax}
        error={form.formState.errors.code}
        {...form.register('code')}
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          Turn on
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
}

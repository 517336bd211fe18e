/** Setting an authenticator app up: the picture and the key, then a code as proof that the app has them. */
import * as limits from '@contract/kernel/limits';
import dynamic from 'next/dynamic';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import type { WithProof } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import styles from './security.module.css';

const AppPicture = dynamic(() => import('./authenticator-qr-code').then((loaded) => loaded.AppPicture), { ssr: false });

interface AppSetupProps {
  pairing: AnswerOf<'POST /auth/two-factor/setup'>;
  withProof: WithProof;
  onOn: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

export function AppSetup({ pairing: { secret, uri }, withProof, onOn, onCancel }: AppSetupProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { busy, problem, submit } = useSend(
    form,
    async ({ code }) => {
      const done = await withProof(() => services.secondStep['POST /auth/two-factor/enable']({ body: { code } }));
      if (done !== null) onOn(done.recoveryCodes);
    },
    { fieldOf: { code_invalid: 'code' } },
  );
  return (
    <form noValidate className={styles.stack} onSubmit={submit}>
      <ol className={styles.steps}>
        <li>Open an authenticator app on your phone and let it add an account.</li>
        <li>Point its camera at the picture, or type the key.</li>
        <li>Enter the code that it shows then.</li>
      </ol>
      <div className={styles.pairing}>
        <div className={styles.picture} style={{ minBlockSize: '12rem' }}>
          <AppPicture value={uri} />
        </div>
        <div className={styles.byHand}>
          <span>Key to type</span>
          <span className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
          <span className={styles.quiet}>Kind: by time, 6 digits</span>
        </div>
      </div>
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <TextField
        label="Code of 6 digits"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={limits.secondStep.codeLengthMax}
        error={form.formState.errors.code}
        {...form.register('code', { validate: (code) => code.trim().length >= limits.secondStep.digits || 'Enter the code of your app.' })}
      />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          Turn on
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

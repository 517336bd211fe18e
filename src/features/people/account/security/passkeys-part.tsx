/** The user's passkeys: add one on this device, rename it, remove it. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { createPasskey, passkeyError } from '@web/session/passkeys';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Form } from '@web/ui/forms/form';
import rows from '../shared/account.module.css';
import styles from './security.module.css';

type Passkey = ResponseOf<'GET /auth/passkeys'>[number];

export function PasskeysSection() {
  const { data, error, mutate } = useEndpoint('GET /auth/passkeys', {});
  const { withReauthentication, dialog } = useReauthentication();
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const add = async (name: string): Promise<void> => {
    const added = await withReauthentication(async () =>
      services.passkeys['POST /auth/passkeys']({ body: { name, answer: await createPasskey() } }),
    );
    if (added === null) return;
    setNaming(null);
    showToast({ tone: 'ok', text: `You can now log in with ${name}` });
    await mutate();
  };
  const rename = async ({ _id }: Passkey, name: string): Promise<void> => {
    await services.passkeys['PUT /auth/passkeys/:id']({ params: { id: _id }, body: { name } });
    setNaming(null);
    await mutate();
  };
  const remove = async (key: Passkey): Promise<void> => {
    const removed = await withReauthentication(() => services.passkeys['DELETE /auth/passkeys/:id']({ params: { id: key._id } }));
    setRemoving(null);
    if (removed !== null) showToast({ tone: 'ok', text: `${key.name} was removed` });
    await mutate();
  };
  return (
    <>
      <FormSection
        title="Passkeys"
        description="Log in with your fingerprint, face or device PIN. Passkeys can’t be guessed or phished."
        actions={
          data && data.length < limits.passkeys.max ? (
            <Button kind="primary" onPress={() => setNaming('new')}>
              Add a passkey
            </Button>
          ) : null
        }
      >
        {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" count={1} /> : null}
        {data?.length === 0 ? <p className={styles.quiet}>No passkeys yet.</p> : null}
        {data && data.length > 0 ? (
          <ul className={rows.rows} aria-label="Passkeys">
            {data.map((key) => (
              <li key={key._id} className={rows.row}>
                <div className={rows.rowWords} id={`passkey-${key._id}`}>
                  <span className={rows.rowTitle}>{key.name}</span>
                  <span className={rows.quiet}>
                    {key.lastUsedAt === null ? (
                      <>
                        Added <TimeAgo at={key.createdAt} />, not used yet
                      </>
                    ) : (
                      <>
                        Last used <TimeAgo at={key.lastUsedAt} />
                      </>
                    )}
                  </span>
                </div>
                <div className={styles.actions}>
                  <Button size="small" aria-describedby={`passkey-${key._id}`} onPress={() => setNaming(key)}>
                    Rename
                  </Button>
                  <Button size="small" aria-describedby={`passkey-${key._id}`} onPress={() => setRemoving(key)}>
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </FormSection>
      {naming === null ? null : (
        <NameSheet
          currentName={naming === 'new' ? null : naming.name}
          onSend={(name) => (naming === 'new' ? add(name) : rename(naming, name))}
          onClose={() => setNaming(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name ?? ''}?`}
        consequence="You can no longer log in with this passkey. Delete it from your device too."
        actionLabel="Remove passkey"
        onConfirm={() => (removing === null ? Promise.resolve() : remove(removing))}
        onClose={() => setRemoving(null)}
      />
      {dialog}
    </>
  );
}

interface NameSheetProps {
  /** The current name; null for a new passkey. */
  currentName: string | null;
  onSend: (name: string) => Promise<void>;
  onClose: () => void;
}

const bodyOf = ({ name }: { name: string }) => ({ name: name.trim() });

function NameSheet({ currentName, onSend, onClose }: NameSheetProps) {
  const [errorText, setErrorText] = useState('');
  const form = useForm({
    defaultValues: { name: currentName ?? '' },
    resolver: contractResolver('PUT /auth/passkeys/:id', () => import('@contract/people/passkeys'), bodyOf, {
      name: { empty: 'Enter a name.' },
    }),
  });
  const { busy, submit } = useSend(form, async (values) => {
    setErrorText('');
    try {
      await onSend(bodyOf(values).name);
    } catch (error) {
      setErrorText(passkeyError(error, messages.saveFailed).message);
    }
  });
  return (
    <Sheet open title={currentName === null ? 'Add a passkey' : 'Rename passkey'} onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        {currentName === null ? (
          <p>Choose a name that tells you where the passkey is stored. Your device guides you through the rest.</p>
        ) : null}
        {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
        <TextField
          label="Name"
          placeholder="My phone"
          maxLength={limits.nameLengthMax}
          error={form.formState.errors.name}
          {...form.register('name')}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {currentName === null ? 'Add a passkey' : 'Save name'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}

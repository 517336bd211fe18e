/** The own address book: add, change, delete. Orders keep the address that they were made with. Deleting can be taken back for a moment. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { addressLine } from '@web/lib/wording/address-labels';
import { services } from '@web/services/services';
import { AddressForm } from '@web/checkout/address-form';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useAddresses } from '@web/session/use-addresses';
import type { Address } from '@web/session/use-addresses';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { PlusIcon } from '@web/ui/icons/icons';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import styles from './shared/account.module.css';

/** The form that is open: of an address by its id, of a new one, or none. */
type OpenForm = string | null;
const newOne = 'new';

function bodyOf({ name, country, state, city, district, ward, streetAddress, streetNumber, zipCode, note }: Address) {
  return { name, country, state, city, district, ward, streetAddress, streetNumber, zipCode, note };
}

export function AddressBook() {
  const { addresses, isFull, error, reload, learn, forget } = useAddresses();
  const [opened, open] = useState<OpenForm>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const close = () => open(null);

  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
      reload();
    }
  };
  const saved = async (address: Address) => {
    await learn(address);
    close();
    showToast({ tone: 'ok', text: messages.saved });
  };
  const restore = (address: Address) =>
    attempt(async () => learn(await services.addresses['POST /addresses/create']({ body: bodyOf(address) })));
  const remove = async (address: Address) => {
    if (deleting !== null) return;
    setDeleting(address._id);
    await attempt(async () => {
      await services.addresses['DELETE /addresses/:id']({ params: { id: address._id } });
      await forget(address._id);
      showToast({ text: `Address of ${address.name} deleted`, onUndo: () => void restore(address) });
    });
    setDeleting(null);
  };

  return (
    <FormSection title="Addresses" description="Where your orders go. Orders keep the address that they were made with.">
      {error && !addresses ? <Fault error={error} onRetry={reload} /> : null}
      {!addresses && !error ? <Skeleton shape="row" count={2} label="Loading your addresses…" /> : null}
      {addresses?.length === 0 && opened !== newOne ? (
        <Empty title="No addresses yet" text="The first one is asked for when you buy something that is sent by post." />
      ) : null}
      {addresses && addresses.length > 0 ? (
        <ul className={styles.rows} aria-label="Addresses">
          {addresses.map((address) => (
            <li key={address._id} className={styles.row}>
              {opened === address._id ? (
                <div className={styles.rowWords}>
                  <AddressForm address={address} onSaved={saved} onCancel={close} />
                </div>
              ) : (
                <>
                  <div className={styles.rowWords}>
                    <span className={styles.rowTitle}>{address.name}</span>
                    <span>{addressLine(address)}</span>
                    {address.note === '' ? null : <span className={styles.quiet}>{address.note}</span>}
                  </div>
                  <div className={styles.actions}>
                    <Button size="small" aria-label={`Edit address of ${address.name}`} onPress={() => open(address._id)}>
                      Edit
                    </Button>
                    <Button
                      size="small"
                      kind="danger"
                      busy={deleting === address._id}
                      aria-label={`Delete address of ${address.name}`}
                      onPress={() => void remove(address)}
                    >
                      Delete
                    </Button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {opened === newOne ? <AddressForm address={null} onSaved={saved} onCancel={close} /> : null}
      {addresses && opened !== newOne ? (
        <div className={styles.actions}>
          {isFull ? (
            <p className={styles.quiet}>
              {limits.addressBookMax} of {limits.addressBookMax} addresses. Delete one to add another.
            </p>
          ) : (
            <Button icon={<PlusIcon />} onPress={() => open(newOne)}>
              Add address
            </Button>
          )}
        </div>
      ) : null}
    </FormSection>
  );
}

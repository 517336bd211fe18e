/**
 * The user's address book: add, change, delete. Orders keep the address that they were placed with. Deleting can be undone for a moment.
 */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { addressLine } from '@web/lib/wording/address-labels';
import { services } from '@web/services/services';
import { AddressForm } from '@web/checkout/address-form';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useAddresses } from '@web/checkout/use-addresses';
import type { Address } from '@web/checkout/use-addresses';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { PlusIcon } from '@web/ui/icons/icons';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import styles from './shared/account.module.css';

/** The open form: the id of the address to change, the marker for a new one, or null. */
type OpenForm = string | null;
const newForm = 'new';

function bodyOf({ name, country, state, city, district, ward, streetAddress, streetNumber, zipCode, note }: Address) {
  return { name, country, state, city, district, ward, streetAddress, streetNumber, zipCode, note };
}

export function AddressBook() {
  const { addresses, isFull, error, reload, addOrReplace, removeFromList } = useAddresses();
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const close = () => setOpenForm(null);

  const attempt = async (action: () => Promise<unknown>) => {
    try {
      await action();
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
      reload();
    }
  };
  const handleSaved = async (address: Address) => {
    await addOrReplace(address);
    close();
    showToast({ tone: 'ok', text: messages.saved });
  };
  const restore = (address: Address) =>
    attempt(async () => addOrReplace(await services.addresses['POST /addresses/create']({ body: bodyOf(address) })));
  const remove = async (address: Address) => {
    if (deleting !== null) return;
    setDeleting(address._id);
    await attempt(async () => {
      await services.addresses['DELETE /addresses/:id']({ params: { id: address._id } });
      await removeFromList(address._id);
      showToast({ text: `Address for ${address.name} deleted`, onUndo: () => void restore(address) });
    });
    setDeleting(null);
  };

  return (
    <FormSection title="Addresses" description="Delivery addresses for your orders. Changes don’t affect orders you’ve already placed.">
      {error && !addresses ? <ErrorState error={error} onRetry={reload} /> : null}
      {!addresses && !error ? <Skeleton shape="row" count={2} label="Loading your addresses…" /> : null}
      {addresses?.length === 0 && openForm !== newForm ? (
        <EmptyState title="No addresses yet" text="Add an address now or at checkout." />
      ) : null}
      {addresses && addresses.length > 0 ? (
        <ul className={styles.rows} aria-label="Addresses">
          {addresses.map((address) => (
            <li key={address._id} className={styles.row}>
              {openForm === address._id ? (
                <div className={styles.rowWords}>
                  <AddressForm address={address} onSaved={handleSaved} onCancel={close} />
                </div>
              ) : (
                <>
                  <div className={styles.rowWords}>
                    <span className={styles.rowTitle}>{address.name}</span>
                    <span>{addressLine(address)}</span>
                    {address.note === '' ? null : <span className={styles.quiet}>{address.note}</span>}
                  </div>
                  <div className={styles.actions}>
                    <Button size="small" aria-label={`Edit address for ${address.name}`} onPress={() => setOpenForm(address._id)}>
                      Edit
                    </Button>
                    <Button
                      size="small"
                      kind="danger"
                      busy={deleting === address._id}
                      aria-label={`Delete address for ${address.name}`}
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
      {openForm === newForm ? <AddressForm address={null} onSaved={handleSaved} onCancel={close} /> : null}
      {addresses && openForm !== newForm ? (
        <div className={styles.actions}>
          {isFull ? (
            <p className={styles.quiet}>
              {limits.addressBookMax} of {limits.addressBookMax} addresses. Delete an address to add another.
            </p>
          ) : (
            <Button icon={<PlusIcon />} onPress={() => setOpenForm(newForm)}>
              Add address
            </Button>
          )}
        </div>
      ) : null}
    </FormSection>
  );
}

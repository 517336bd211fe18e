/** The delivery address: an address from the buyer's address book, by default the one used last, or a new one added in place. */
import * as limits from '@contract/kernel/limits';
import { useEffect, useState } from 'react';
import { addressLine } from '@web/lib/wording/address-labels';
import { AddressForm } from '@web/checkout/address-form';
import { useAddresses } from '@web/checkout/use-addresses';
import { Button } from '@web/ui/actions/button';
import { PlusIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import styles from './cart.module.css';

export interface AddressPickerProps {
  /** The id of the selected address; null for none. */
  value: string | null;
  onChange: (id: string) => void;
  /** Read-only: the selection can no longer change. */
  disabled?: boolean;
  /** The error of the selection. */
  error?: string | null;
}

export function AddressPicker({ value, onChange, disabled = false, error = null }: AddressPickerProps) {
  const { addresses, isFull, error: loadError, reload, addOrReplace } = useAddresses();
  const [isAdding, setAdding] = useState(false);
  const defaultId = addresses?.[0]?._id ?? null;
  const isKnown = addresses?.some(({ _id }) => _id === value) ?? true;

  useEffect(() => {
    if (!disabled && !isKnown && defaultId !== null) onChange(defaultId);
  }, [disabled, isKnown, defaultId, onChange]);

  if (addresses === undefined)
    return loadError ? <ErrorState error={loadError} onRetry={reload} /> : <Skeleton shape="row" label="Loading your addresses…" />;
  const isEmpty = addresses.length === 0;
  return (
    <div className={styles.picker}>
      {isEmpty ? null : (
        <Radios
          label="Send to"
          value={value ?? ''}
          disabled={disabled}
          onChange={onChange}
          options={addresses.map((address) => ({ value: address._id, label: address.name, note: addressLine(address) }))}
        />
      )}
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      {!disabled && (isEmpty || isAdding) ? (
        <AddressForm
          address={null}
          onSaved={async (saved) => {
            await addOrReplace(saved);
            setAdding(false);
            onChange(saved._id);
          }}
          {...(isEmpty ? {} : { onCancel: () => setAdding(false) })}
        />
      ) : null}
      {isEmpty || isAdding || isFull ? null : (
        <span>
          <Button icon={<PlusIcon />} disabled={disabled} onPress={() => setAdding(true)}>
            Add address
          </Button>
        </span>
      )}
      {isFull ? (
        <p className={styles.quiet}>
          {limits.addressBookMax} of {limits.addressBookMax} addresses saved.{' '}
          <Link href="/user/account?section=addresses">Delete an address to add a new one.</Link>
        </p>
      ) : null}
    </div>
  );
}

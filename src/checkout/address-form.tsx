/**
 * Creates or edits an entry of the address book. States and cities are suggested from the reference lists; other values are allowed. Input
 * is kept as a draft until it is saved.
 */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useId } from 'react';
import type { SyntheticEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { CountryField } from '@web/forms/country-field';
import { services } from '@web/services/services';
import type { BodyOf } from '@web/services/call';
import { useCities, useStates } from '@web/services/use-reference';
import { Button } from '@web/ui/actions/button';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import styles from './address-form.module.css';
import { useCurrentUser } from '@web/session/store/hooks';
import type { Address } from './use-addresses';
import { contractResolver } from '@web/forms/contract-resolver';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSend } from '@web/forms/use-send';
import { Form } from '@web/ui/forms/form';

interface AddressFormProps {
  /** The address to edit; null for a new one. */
  address: Address | null;
  onSaved: (saved: Address) => Promise<unknown>;
  onCancel?: () => void;
}

type Fields = Required<BodyOf<'POST /addresses/create'>>;

const emptyFields: Fields = {
  name: '',
  country: '',
  state: '',
  city: '',
  district: '',
  ward: '',
  streetAddress: '',
  streetNumber: '',
  zipCode: '',
  note: '',
};

function fieldsOf(address: Address): Fields {
  const { name, country, state, city, district, ward, streetAddress, streetNumber, zipCode, note } = address;
  return { name, country, state, city, district, ward, streetAddress, streetNumber, zipCode, note };
}

const { lengthMin, lengthMax } = limits.zipCode;
const partProps = { maxLength: limits.addressPartLengthMax, autoComplete: 'off' } as const;

export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const user = useCurrentUser();
  const listId = useId();
  const form = useDraftedForm<Fields>(
    {
      defaultValues: address === null ? { ...emptyFields, name: user?.name ?? '', country: user?.country ?? '' } : fieldsOf(address),
      resolver: contractResolver(
        'POST /addresses/create',
        () => import('@contract/content/addresses'),
        (values) => values,
        {
          name: { empty: 'Enter the recipient’s name.' },
          country: { empty: 'Choose a country.' },
          city: { empty: 'Enter the city.' },
          streetAddress: { empty: 'Enter the street.' },
          streetNumber: { empty: 'Enter the house number.' },
          zipCode: { text: `Use ${String(lengthMin)} to ${String(lengthMax)} characters.` },
        },
      ),
    },
    { draftKey: `address-${address?._id ?? 'new'}` },
  );
  const { register, control, formState } = form;
  const { errors } = formState;
  const country = useWatch({ control, name: 'country' });
  const typedState = useWatch({ control, name: 'state' }).trim().toLowerCase();
  const states = useStates(country);
  const cities = useCities(country, states.find(({ label }) => label.toLowerCase() === typedState)?.value);

  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      const saved = await (address === null
        ? services.addresses['POST /addresses/create']({ body: values })
        : services.addresses['PUT /addresses/:id']({ params: { id: address._id }, body: values }));
      form.removeDraft();
      await onSaved(saved);
    },
    { fallbackMessage: messages.saveFailed, fieldOf: { country_unknown: 'country' } },
  );
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) submit(event);
  };
  const cancel = () => {
    form.removeDraft();
    onCancel?.();
  };

  return (
    <Form className={styles.form} aria-label={address === null ? 'New address' : 'Edit address'} onSubmit={send}>
      <TextField
        label="Name"
        hint="Full name of the recipient"
        {...partProps}
        autoComplete="name"
        error={errors.name}
        {...register('name')}
      />
      <CountryField control={control} name="country" />
      <div className={styles.pair}>
        <TextField
          label="State or region"
          optional
          list={`${listId}-states`}
          {...partProps}
          autoComplete="address-level1"
          error={errors.state}
          {...register('state')}
        />
        <TextField
          label="City"
          list={`${listId}-cities`}
          {...partProps}
          autoComplete="address-level2"
          error={errors.city}
          {...register('city')}
        />
        <datalist id={`${listId}-states`}>
          {states.map(({ value, label }) => (
            <option key={value} value={label} />
          ))}
        </datalist>
        <datalist id={`${listId}-cities`}>
          {[...new Set(cities)].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <div className={styles.pair}>
        <TextField label="Street" {...partProps} autoComplete="address-line1" error={errors.streetAddress} {...register('streetAddress')} />
        <TextField label="House number" {...partProps} error={errors.streetNumber} {...register('streetNumber')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Postal code" maxLength={lengthMax} autoComplete="postal-code" error={errors.zipCode} {...register('zipCode')} />
        <TextField label="District" optional {...partProps} error={errors.district} {...register('district')} />
        <TextField label="Ward" optional {...partProps} error={errors.ward} {...register('ward')} />
      </div>
      <TextAreaField
        label="Delivery instructions"
        optional
        rows={2}
        maxLength={limits.addressNoteLengthMax}
        error={errors.note}
        {...register('note')}
      />
      {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          Save address
        </Button>
        {onCancel === undefined ? null : <Button onPress={cancel}>Cancel</Button>}
      </div>
    </Form>
  );
}

/** The fields of an item's terms. The performer's share is shown beside the price. */
import * as limits from '@contract/kernel/limits';
import type { Audience } from '@contract/kernel/values/content';
import { NetAmount } from '@web/checkout/receives';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { Radios } from '@web/ui/forms/radios';
import { priceRange } from './terms';
import type { FieldErrors, Terms } from './terms';
import styles from './editing.module.css';

interface TermsFieldsProps {
  terms: Terms;
  fieldErrors: FieldErrors<Terms>;
  onChange: (next: Partial<Terms>) => void;
  /** Whether it is already published, so that it cannot be scheduled. */
  isPublished: boolean;
  /** Hides the pay-per-view option: items of this kind are not sold separately. */
  hidesPrice?: true;
}

const audienceOptions: { value: Audience; label: string; note: string }[] = [
  { value: 'public', label: 'Everyone', note: 'Including people without an account.' },
  { value: 'followers', label: 'Followers', note: 'Your followers and subscribers.' },
  { value: 'subscribers', label: 'Subscribers', note: 'Included in every subscription.' },
  { value: 'paid', label: 'Pay-per-view', note: 'Buyers keep access forever.' },
];

export function TermsFields({ terms, fieldErrors, onChange, isPublished, hidesPrice }: TermsFieldsProps) {
  return (
    <>
      <Radios
        label="Who can see this"
        options={hidesPrice ? audienceOptions.filter(({ value }) => value !== 'paid') : audienceOptions}
        value={terms.audience}
        onChange={(value) => onChange({ audience: audienceOptions.find((option) => option.value === value)?.value ?? 'subscribers' })}
      />
      {terms.audience === 'paid' ? (
        <div className={styles.price}>
          <AmountField
            label="Price"
            unit="tokens"
            hint={priceRange()}
            error={fieldErrors.price}
            value={terms.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
          <NetAmount text={terms.price} />
        </div>
      ) : null}
      <div className={styles.times}>
        {isPublished ? null : (
          <TextField
            label="Publish at"
            optional
            type="datetime-local"
            hint="Leave blank to publish now. Times are in your time zone."
            error={fieldErrors.scheduledAt}
            value={terms.scheduledAt}
            onChange={(event) => onChange({ scheduledAt: event.target.value })}
          />
        )}
        <TextField
          label="Unpublish at"
          optional
          type="datetime-local"
          hint="Leave blank to keep it up."
          error={fieldErrors.expiresAt}
          value={terms.expiresAt}
          onChange={(event) => onChange({ expiresAt: event.target.value })}
        />
      </div>
      <TextField
        label="Tags"
        optional
        hint={`Up to ${String(limits.tagsMax)}, separated by commas.`}
        error={fieldErrors.tags}
        value={terms.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
      />
    </>
  );
}

/** The fields of the terms on which something is published. What a price brings is said beside it. */
import * as limits from '@contract/kernel/limits';
import type { Audience } from '@contract/values';
import { Receives } from '@web/checkout/receives';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { Radios } from '@web/ui/forms/radios';
import { priceRange } from '../../../editing/terms';
import type { Faults, Terms } from '../../../editing/terms';
import styles from './editing.module.css';

interface TermsFieldsProps {
  terms: Terms;
  faults: Faults<Terms>;
  onChange: (next: Partial<Terms>) => void;
  /** Whether it is published already: then there is nothing to schedule. */
  isOut: boolean;
  /** It is no kind of thing that is sold by itself. */
  isUnsold?: true;
}

const audienceOptions: { value: Audience; label: string; note: string }[] = [
  { value: 'public', label: 'Everyone', note: 'Guests too.' },
  { value: 'followers', label: 'Followers', note: 'Whoever follows you, and subscribers.' },
  { value: 'subscribers', label: 'Subscribers', note: 'Included in every subscription.' },
  { value: 'paid', label: 'For a price', note: 'Whoever buys it keeps it.' },
];

export function TermsFields({ terms, faults, onChange, isOut, isUnsold }: TermsFieldsProps) {
  return (
    <>
      <Radios
        label="Who may see it"
        options={isUnsold ? audienceOptions.filter(({ value }) => value !== 'paid') : audienceOptions}
        value={terms.audience}
        onChange={(value) => onChange({ audience: audienceOptions.find((option) => option.value === value)?.value ?? 'subscribers' })}
      />
      {terms.audience === 'paid' ? (
        <div className={styles.price}>
          <AmountField
            label="Price"
            unit="tokens"
            hint={priceRange()}
            error={faults.price}
            value={terms.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
          <Receives text={terms.price} />
        </div>
      ) : null}
      <div className={styles.times}>
        {isOut ? null : (
          <TextField
            label="Publish at"
            optional
            type="datetime-local"
            hint="In your time zone. Empty: at once."
            error={faults.scheduledAt}
            value={terms.scheduledAt}
            onChange={(event) => onChange({ scheduledAt: event.target.value })}
          />
        )}
        <TextField
          label="Take down at"
          optional
          type="datetime-local"
          hint="Empty: it stays."
          error={faults.expiresAt}
          value={terms.expiresAt}
          onChange={(event) => onChange({ expiresAt: event.target.value })}
        />
      </div>
      <TextField
        label="Tags"
        optional
        hint={`Up to ${String(limits.tagsMax)}, with commas between them.`}
        error={faults.tags}
        value={terms.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
      />
    </>
  );
}

/** The filter sheet: changes are applied together on submit. Loaded when first opened. */
import { attributeOptions } from '@contract/kernel/attributes';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { useEndpoint } from '@web/services/use-endpoint';
import { Chip } from '@web/ui/actions/chips';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { FilterSheet } from '@web/ui/dialogs/filter-sheet';
import { SearchManyField } from '@web/ui/forms/search-select';
import { useState } from 'react';
import { attributeLabels, attributeNames, flagLabels, flagNames, withChoices, withChoiceToggled, withFlagToggled } from './explore-filters';
import type { ChoiceName, ExploreFilters } from './explore-filters';
import styles from './explore.module.css';

interface ExploreSheetProps {
  filters: ExploreFilters;
  onApply: (filters: ExploreFilters) => void;
  onClear: () => void;
  onClose: () => void;
}

function Choices({
  name,
  chosen,
  onToggle,
}: {
  name: Exclude<ChoiceName, 'country'>;
  chosen: readonly string[];
  onToggle: (value: string) => void;
}) {
  const { data } = useEndpoint('GET /user-additional', {}, { revalidateOnFocus: false });
  const options = (data?.[name] ?? attributeOptions[name]).map((option) => ({ ...option, label: translateMessage(option.label) }));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{attributeLabels[name]}</legend>
      <div className={styles.chips}>
        {options.map(({ value, label }) => (
          <Chip key={value} chosen={chosen.includes(value)} onToggle={() => onToggle(value)}>
            {label}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

export function ExploreSheet({ filters, onApply, onClear, onClose }: ExploreSheetProps) {
  const [draft, setDraft] = useState(filters);
  const { data: countries } = useEndpoint('GET /countries/list', {}, { revalidateOnFocus: false });
  const options = (countries ?? []).map(({ code, name, flag }) => ({ value: code, label: name, image: flag }));
  return (
    <FilterSheet open applyLabel="Show creators" onApply={() => onApply(draft)} onClear={onClear} onClose={onClose}>
      <div>
        {flagNames.map((flag) => (
          <SwitchField
            key={flag}
            label={flag === 'free' ? 'Free trial' : flagLabels[flag]}
            checked={draft.flags.includes(flag)}
            onChange={() => setDraft(withFlagToggled(draft, flag))}
          />
        ))}
      </div>
      <SearchManyField
        label="Country"
        optional
        placeholder="Any country"
        options={options}
        value={[...(draft.choices.country ?? [])]}
        onChange={(values) => setDraft(withChoices(draft, 'country', values))}
      />
      {attributeNames.map((name) => (
        <Choices
          key={name}
          name={name}
          chosen={draft.choices[name] ?? []}
          onToggle={(value) => setDraft(withChoiceToggled(draft, name, value))}
        />
      ))}
    </FilterSheet>
  );
}

/** What somebody may do: a bundle, or rights chosen one by one. */
import { allRights, bundleNames, bundleWords, rights as words } from '@contract/kernel/rights';
import type { Bundle, Right } from '@contract/kernel/rights';
import { CheckField } from '@web/ui/forms/choice-fields';
import { Radios } from '@web/ui/forms/radios';
import { useCurrentUser } from '@web/session/store/hooks';
import styles from './team.module.css';

export interface Grant {
  bundle: Bundle | null;
  rights: readonly Right[];
}

const own = 'own';
const options = [...bundleNames.map((value) => ({ value, label: bundleWords[value] })), { value: own, label: 'Custom rights' }];

interface GrantFieldsProps {
  grant: Grant;
  onChange: (grant: Grant) => void;
}

export function GrantFields({ grant, onChange }: GrantFieldsProps) {
  const held = useCurrentUser()?.rights ?? [];
  const chosen = bundleNames.find((name) => name === grant.bundle) ?? null;
  return (
    <>
      <Radios
        label="What they may do"
        options={options}
        value={chosen ?? own}
        onChange={(value) => onChange({ ...grant, bundle: bundleNames.find((name) => name === value) ?? null })}
      />
      {chosen === null ? (
        <fieldset className={styles.rights}>
          <legend className={styles.legend}>Rights</legend>
          {allRights.map((right) => (
            <CheckField
              key={right}
              label={words[right]}
              checked={grant.rights.includes(right)}
              disabled={!held.includes(right) && !grant.rights.includes(right)}
              onChange={({ target }) =>
                onChange({ ...grant, rights: target.checked ? [...grant.rights, right] : grant.rights.filter((one) => one !== right) })
              }
            />
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** A grant in a few words. */
export const grantWords = ({ bundle, rights }: Grant): string => {
  if (bundle !== null) return bundleWords[bundle];
  return rights.length === 0 ? 'No rights yet' : rights.map((right) => words[right]).join(' · ');
};

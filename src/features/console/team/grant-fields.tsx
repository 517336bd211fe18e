/** An operator's rights: a bundle, or individual rights. */
import { allRights, bundleNames, bundleLabels, rights as rightLabels } from '@contract/kernel/rights';
import type { Bundle, Right } from '@contract/kernel/rights';
import { CheckField } from '@web/ui/forms/choice-fields';
import { Radios } from '@web/ui/forms/radios';
import { useCurrentUser } from '@web/session/store/hooks';
import styles from './team.module.css';

export interface Grant {
  bundle: Bundle | null;
  rights: readonly Right[];
}

const custom = 'own';
const options = [...bundleNames.map((value) => ({ value, label: bundleLabels[value] })), { value: custom, label: 'Custom permissions' }];

interface GrantFieldsProps {
  grant: Grant;
  onChange: (grant: Grant) => void;
}

export function GrantFields({ grant, onChange }: GrantFieldsProps) {
  const viewerRights = useCurrentUser()?.rights ?? [];
  const chosen = bundleNames.find((name) => name === grant.bundle) ?? null;
  return (
    <>
      <Radios
        label="Permissions"
        options={options}
        value={chosen ?? custom}
        onChange={(value) => onChange({ ...grant, bundle: bundleNames.find((name) => name === value) ?? null })}
      />
      {chosen === null ? (
        <fieldset className={styles.rights}>
          <legend className={styles.legend}>Permissions</legend>
          {allRights.map((right) => (
            <CheckField
              key={right}
              label={rightLabels[right]}
              checked={grant.rights.includes(right)}
              disabled={!viewerRights.includes(right) && !grant.rights.includes(right)}
              onChange={({ target }) =>
                onChange({ ...grant, rights: target.checked ? [...grant.rights, right] : grant.rights.filter((other) => other !== right) })
              }
            />
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** A short summary of a grant. */
export const grantSummary = ({ bundle, rights }: Grant): string => {
  if (bundle !== null) return bundleLabels[bundle];
  return rights.length === 0 ? 'No permissions yet' : rights.map((right) => rightLabels[right]).join(' · ');
};

/** What a performer says of herself. Empty fields are left out. */
import { attributeOptions } from '@contract/kernel/attributes';
import type { AttributeName } from '@contract/kernel/attributes';
import { countryName, languageName } from '@web/lib/i18n/place-names';
import { said } from '@web/lib/said';
import type { Fact } from '@web/ui/display/description-list';
import { FactPanel } from '../../profile/fact-panel';
import type { Profile } from './profile-screen';
import styles from './profile.module.css';

const attributes = [
  ['gender', 'Gender'],
  ['age', 'Age'],
  ['sexualOrientation', 'Orientation'],
  ['height', 'Height'],
  ['weight', 'Weight'],
  ['size', 'Size'],
  ['bodyType', 'Body type'],
  ['hair', 'Hair'],
  ['eyes', 'Eyes'],
  ['ethnicity', 'Ethnicity'],
] as const satisfies readonly (readonly [AttributeName, string])[];

function factsOf(profile: Profile): Fact[] {
  const { country, countryFlag, city, languages } = profile;
  const place = country === null ? city : <Place country={country} flag={countryFlag} city={city} />;
  const given = attributes.flatMap(([name, label]): Fact[] => {
    const value = profile[name];
    return value === null ? [] : [{ label, value: said(attributeOptions[name].find((option) => option.value === value)?.label ?? value) }];
  });
  return [
    ...(place === null ? [] : [{ label: 'Comes from', value: place }]),
    ...(languages.length === 0
      ? []
      : [{ label: languages.length === 1 ? 'Language' : 'Languages', value: languages.map((code) => languageName(code)).join(', ') }]),
    ...given,
  ];
}

interface PlaceProps {
  country: string;
  flag: string | null;
  city: string | null;
}

function Place({ country, flag, city }: PlaceProps) {
  return (
    <span className={styles.place}>
      {flag === null ? null : (
        <span className={styles.flag}>
          <img src={flag} alt="" width={24} height={18} />
        </span>
      )}
      <span suppressHydrationWarning>{city === null ? countryName(country) : `${city}, ${countryName(country)}`}</span>
    </span>
  );
}

/** What is known of the person. */
export function AboutPanel({ profile }: { profile: Profile }) {
  return <FactPanel title="Details" facts={factsOf(profile)} />;
}

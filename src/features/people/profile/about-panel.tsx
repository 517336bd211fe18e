/** A performer's details. Empty fields are left out. */
import { attributeOptions } from '@contract/kernel/attributes';
import type { AttributeName } from '@contract/kernel/attributes';
import { shortDate } from '@web/lib/i18n/dates';
import { numberFormat } from '@web/lib/i18n/intl';
import { countryName, languageName } from '@web/lib/i18n/place-names';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { Description } from '@web/ui/display/description-list';
import { DetailsPanel } from './details-panel';
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

function detailsOf(profile: Profile): Description[] {
  const { country, countryFlag, city, languages, createdAt, stats } = profile;
  const place = country === null ? city : <Place country={country} flag={countryFlag} city={city} />;
  const attributeDetails = attributes.flatMap(([name, label]): Description[] => {
    const value = profile[name];
    return value === null
      ? []
      : [{ label, value: translateMessage(attributeOptions[name].find((option) => option.value === value)?.label ?? value) }];
  });
  return [
    ...(place === null ? [] : [{ label: 'Location', value: place }]),
    ...(languages.length === 0
      ? []
      : [{ label: languages.length === 1 ? 'Language' : 'Languages', value: languages.map((code) => languageName(code)).join(', ') }]),
    ...attributeDetails,
    { label: 'Joined', value: <span suppressHydrationWarning>{shortDate(createdAt, undefined, 'UTC')}</span> },
    { label: 'Profile views', value: numberFormat(undefined, {}).format(stats.views) },
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

/** The details that are set. */
export function AboutPanel({ profile }: { profile: Profile }) {
  return <DetailsPanel title="Details" details={detailsOf(profile)} />;
}

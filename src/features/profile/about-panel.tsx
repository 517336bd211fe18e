/** What a performer says of herself, and what a subscription costs. Empty fields are left out; prices are information here. */
import { attributeOptions } from '@contract/values';
import type { AttributeName } from '@contract/values';
import { formatCurrency } from '@web/lib/money';
import { countryName, languageName } from '@web/lib/place-names';
import { useSettings } from '@web/session/hooks';
import type { ReactNode } from 'react';
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

interface Fact {
  label: string;
  value: ReactNode;
}

function factsOf(profile: Profile): Fact[] {
  const { country, countryFlag, city, languages } = profile;
  const place = country === null ? city : <Place country={country} flag={countryFlag} city={city} />;
  const given = attributes.flatMap(([name, label]): Fact[] => {
    const value = profile[name];
    return value === null ? [] : [{ label, value: attributeOptions[name].find((option) => option.value === value)?.label ?? value }];
  });
  return [
    ...(place === null ? [] : [{ label: 'From', value: place }]),
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

function pricesOf({ monthlyPrice, yearlyPrice, isFreeSubscription, freeSubscriptionDays }: Profile, currency: string): Fact[] {
  return [
    ...(isFreeSubscription
      ? [{ label: 'Free period', value: freeSubscriptionDays === 1 ? '1 day' : `${String(freeSubscriptionDays)} days` }]
      : []),
    ...(monthlyPrice > 0 ? [{ label: 'A month', value: formatCurrency(monthlyPrice, currency) }] : []),
    ...(yearlyPrice > 0 ? [{ label: 'A year', value: formatCurrency(yearlyPrice, currency) }] : []),
  ];
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.panelTitle}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd suppressHydrationWarning>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a subscription costs. */
export function PricesPanel({ profile }: { profile: Profile }) {
  const { currency } = useSettings();
  return <Facts title="Subscription" facts={pricesOf(profile, currency)} />;
}

/** What is known of the person. */
export function AboutPanel({ profile }: { profile: Profile }) {
  return <Facts title="About" facts={factsOf(profile)} />;
}

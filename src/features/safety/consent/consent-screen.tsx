/**
 * `/creator/consent`: the content in which the user appears and their consent, and the releases of people without an account in the user's
 * content.
 */
import { useRouter } from 'next/router';
import { TabRow } from '@web/ui/actions/chips';
import { PageHead } from '@web/ui/page/page-head';
import { Appearances } from './appearances';
import { isReleasesTab } from './requests';
import { Releases } from './releases';
import styles from './consent.module.css';

const tabs = [
  { value: 'appearances', label: 'Appearances' },
  { value: 'releases', label: 'Releases' },
];

export function ConsentScreen() {
  const isReleases = isReleasesTab(useRouter().query);
  return (
    <>
      <PageHead title="Consent" lead="No one is shown here without their consent." noindex />
      <div className={styles.stack}>
        <TabRow
          label="Consent type"
          tabs={tabs}
          current={isReleases ? 'releases' : 'appearances'}
          hrefOf={(value) => (value === 'releases' ? '/creator/consent?tab=releases' : '/creator/consent')}
        />
        {isReleases ? <Releases /> : <Appearances />}
      </div>
    </>
  );
}

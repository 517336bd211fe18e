/** A performer's page: head and about for visitors; with marks for editing for herself. */
import { placeholders } from '@contract/limits';
import { profilePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/hooks';
import { TabRow } from '@web/ui/chips';
import { PageTitle } from '@web/ui/page-head';
import { Skeleton } from '@web/ui/states';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { useCallback, useEffect } from 'react';
import type { ReactNode } from 'react';
import { AboutPanel, PricesPanel } from './about-panel';
import { Bio } from './bio';
import { OwnerDesk } from './owner-desk';
import { ProfileHead } from './profile-head';
import { profileRead } from './profile-read';
import { ProfileRefused } from './profile-refused';
import styles from './profile.module.css';

export type Profile = AnswerOf<'GET /performers/:id'>;

const preview_signs = 160;

/** A part of the page that only its owner sees, at `?tab=`. Other features make them; the page brings them. */
export interface OwnerTab {
  value: string;
  label: string;
  panel: ReactNode;
}

interface ProfileScreenProps {
  /** Where people open the site: previews and canonical addresses are whole ones. */
  siteUrl: string;
  ownerTabs: readonly OwnerTab[];
}

export function ProfileScreen({ siteUrl, ownerTabs }: ProfileScreenProps) {
  const router = useRouter();
  const profileId = typeof router.query['profileId'] === 'string' ? router.query['profileId'] : '';
  const { data, error, mutate } = useEndpoint('GET /performers/:id', profileId === '' ? null : profileRead(profileId));
  const path = data ? profilePath({ id: data._id, username: data.username }) : null;

  useEffect(() => {
    // The server sends people on; those who moved here inside the browser are sent on from here.
    if (path !== null && path !== profilePath({ id: profileId })) void router.replace(path);
  }, [path, profileId, router]);

  const reread = useCallback(() => void mutate(), [mutate]);

  if (error && data === undefined) return <ProfileRefused refused={error} onRetry={reread} />;
  if (data === undefined || path === null) return <Skeleton shape="profile" label="Loading the page…" />;
  return <ProfilePage profile={data} address={`${siteUrl}${path}`} path={path} ownerTabs={ownerTabs} onChanged={reread} />;
}

interface ProfilePageProps extends Pick<ProfileScreenProps, 'ownerTabs'> {
  path: string;
  profile: Profile;
  address: string;
  onChanged: () => void;
}

function ProfilePage({ profile, address, path, ownerTabs, onChanged }: ProfilePageProps) {
  const viewer = useCurrentUser();
  const owner = viewer?.isPerformer === true && viewer._id === profile._id ? viewer : null;
  const { query } = useRouter();
  const tab = owner ? ownerTabs.find(({ value }) => value === query['tab']) : undefined;
  return (
    <article className={styles.page}>
      <Tags profile={profile} address={address} />
      <ProfileHead profile={profile} address={address} viewer={viewer} isOwner={owner !== null} onChanged={onChanged} />
      {owner ? <OwnerTabs tabs={ownerTabs} current={tab?.value ?? ''} path={path} /> : null}
      {tab ? (
        <section aria-label={tab.label}>{tab.panel}</section>
      ) : (
        <div className={styles.columns}>
          <div className={styles.main}>
            {owner ? <OwnerDesk owner={owner} /> : null}
            <Bio text={profile.bio} name={profile.name} isOwner={owner !== null} onChanged={onChanged} />
          </div>
          <div className={styles.side}>
            <PricesPanel profile={profile} />
          </div>
          <div className={styles.about}>
            <AboutPanel profile={profile} />
          </div>
        </div>
      )}
    </article>
  );
}

function OwnerTabs({ tabs, current, path }: { tabs: readonly OwnerTab[]; current: string; path: string }) {
  const page = { value: '', label: 'Page' };
  return (
    <TabRow label="Your page" tabs={[page, ...tabs]} current={current} hrefOf={(value) => (value === '' ? path : `${path}?tab=${value}`)} />
  );
}

function descriptionOf({ bio, name, username }: Profile): string {
  const line = bio.replace(/\s+/g, ' ').trim();
  if (line === '') return username === null ? name : `${name} (@${username})`;
  return line.length > preview_signs ? `${line.slice(0, preview_signs - 1)}…` : line;
}

function Tags({ profile, address }: { profile: Profile; address: string }) {
  const picture = profile.cover ?? (profile.avatar === placeholders.avatar ? null : profile.avatar);
  return (
    <>
      <PageTitle
        title={profile.name}
        description={descriptionOf(profile)}
        {...(picture === null ? {} : { image: picture })}
        noindex={!profile.isVerified}
      />
      <Head>
        <link key="canonical" rel="canonical" href={address} />
        <meta key="og:url" property="og:url" content={address} />
        <meta key="og:type" property="og:type" content="profile" />
        <meta key="twitter:card" name="twitter:card" content={profile.cover === null ? 'summary' : 'summary_large_image'} />
      </Head>
    </>
  );
}

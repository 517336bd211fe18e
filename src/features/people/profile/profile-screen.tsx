/** A performer's page: head and tabs for visitors; with marks for editing for herself, and tabs that only she sees. */
import { placeholders } from '@contract/kernel/conventions';
import { bringAhead } from '@web/lib/late';
import { profilePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { TabRow } from '@web/ui/actions/chips';
import { PageTitle } from '@web/ui/page/page-head';
import { Skeleton } from '@web/ui/feedback/states';
import dynamic from 'next/dynamic';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Bio } from './bio';
import type { Owner } from './owner-setup';
import { PricesPanel } from './prices-panel';
import { ProfileHead } from './profile-head';
import { profileRead } from '../../profile/profile-read';
import { viewerIn } from '../../profile/viewers';
import styles from './profile.module.css';

// For the owner alone, and rendered by the server too: what came later would push the page down.
const OwnerDesk = dynamic(() => import('./owner-setup').then((loaded) => loaded.OwnerDesk));
const ViewAs = dynamic(() => import('./view-as').then((loaded) => loaded.ViewAs));
/** A tab that most do without, rendered by the server for those who open it. */
const AboutPanel = dynamic(() => import('./about-panel').then((loaded) => loaded.AboutPanel));
/** Rendered by the server as well: whoever comes to a page that there is needs none of it. */
const ProfileRefused = dynamic(() => import('../../profile/profile-refused').then((loaded) => loaded.ProfileRefused));
const WelcomeVideo = dynamic(() => import('./welcome/welcome-video').then((loaded) => loaded.WelcomeVideo), { ssr: false });

export type Profile = AnswerOf<'GET /performers/:id'>;

const preview_signs = 160;

/** A part of the page that only its owner sees, at `?tab=`. Other features make them; the page brings them. */
export interface OwnerTab {
  value: string;
  label: string;
  panel: ReactNode;
}

/** A part of the page that everybody sees, at `?tab=`; of the first, the address says nothing. */
export interface ProfileTab {
  value: string;
  label: string;
  panel: (profile: Profile, isOwner: boolean) => ReactNode;
  /** Whether the page has it; without this every page has. */
  isShown?: (profile: Profile, isOwner: boolean) => boolean;
}

interface ProfileScreenProps {
  /** Where people open the site: previews and canonical addresses are whole ones. */
  siteUrl: string;
  /** What she has published, by kind; what is known of her comes after them. */
  tabs?: readonly ProfileTab[];
  ownerTabs: readonly OwnerTab[];
}

export function ProfileScreen({ siteUrl, tabs = [], ownerTabs }: ProfileScreenProps) {
  const router = useRouter();
  const profileId = typeof router.query['profileId'] === 'string' ? router.query['profileId'] : '';
  const { data, error, mutate } = useEndpoint('GET /performers/:id', profileId === '' ? null : profileRead(profileId));
  const path = data ? profilePath({ id: data._id, username: data.username }) : null;

  useEffect(() => {
    // The server sends people on; those who moved here inside the browser are sent on from here.
    if (path === null || path === profilePath({ id: profileId })) return;
    const rest = router.asPath.split('?', 2)[1];
    void router.replace(rest === undefined ? path : `${path}?${rest}`);
  }, [path, profileId, router]);

  const reread = useCallback(() => void mutate(), [mutate]);
  const viewer = useCurrentUser();
  const hasDesk = useDesk(viewer?.isPerformer === true, data !== undefined);

  if (error && data === undefined) return <ProfileRefused refused={error} onRetry={reread} />;
  if (data === undefined || path === null || (!hasDesk && viewer?._id === data._id))
    return <Skeleton shape="profile" label="Loading the page…" />;
  return <ProfilePage profile={data} address={`${siteUrl}${path}`} path={path} tabs={tabs} ownerTabs={ownerTabs} onChanged={reread} />;
}

/** Whether her desk has come: with a page of the server it has, and inside the browser it is waited for with what it stands on. */
function useDesk(isWanted: boolean, isHere: boolean): boolean {
  const [hasCome, come] = useState(isHere);
  useEffect(() => {
    if (isWanted && !hasCome) void bringAhead(OwnerDesk).then(() => come(true));
  }, [isWanted, hasCome]);
  return hasCome;
}

interface ProfilePageProps extends Required<Pick<ProfileScreenProps, 'tabs' | 'ownerTabs'>> {
  path: string;
  profile: Profile;
  address: string;
  onChanged: () => void;
}

const about: ProfileTab = { value: 'about', label: 'About', panel: (profile) => <AboutPanel profile={profile} /> };

function ProfilePage(page: ProfilePageProps) {
  const { profile, path } = page;
  const viewer = useCurrentUser();
  const owner = viewer?.isPerformer === true && viewer._id === profile._id ? viewer : null;
  const { query } = useRouter();
  const seen = owner ? viewerIn(query['as']) : null;
  if (seen === null) return <PageBody {...page} viewer={viewer} owner={owner} suffix="" />;
  // Nothing of her own to be seen: the same page, for somebody who is nobody in particular.
  const told = { ...profile, isFollowed: seen === 'follower', isSubscribed: seen === 'subscriber' };
  return (
    <ViewAs viewer={seen} path={path}>
      <PageBody {...page} profile={told} viewer={null} owner={null} suffix={`as=${seen}`} />
    </ViewAs>
  );
}

interface PageBodyProps extends ProfilePageProps {
  viewer: CurrentUser | null;
  /** The viewer, when it is her own page. */
  owner: Owner | null;
  /** What stands in every address of the page's tabs beside the tab. */
  suffix: string;
}

function PageBody({ profile, address, path, tabs, ownerTabs, onChanged, viewer, owner, suffix }: PageBodyProps) {
  const { query } = useRouter();
  const open = [...tabs.filter(({ isShown }) => isShown?.(profile, owner !== null) ?? true), about];
  const ownTab = owner ? ownerTabs.find(({ value }) => value === query['tab']) : undefined;
  const tab = open.find(({ value }) => value === query['tab']) ?? open[0] ?? about;
  const shown = [...open, ...(owner ? ownerTabs : [])];
  return (
    <article className={styles.page}>
      <Tags profile={profile} address={address} />
      <ProfileHead profile={profile} address={address} viewer={viewer} isOwner={owner !== null} onChanged={onChanged} />
      {ownTab ? null : (
        <div className={styles.columns}>
          <div className={styles.main}>
            {owner ? <OwnerDesk owner={owner} totalFeeds={profile.stats.totalFeeds} path={path} /> : null}
            <Bio text={profile.bio} name={profile.name} isOwner={owner !== null} onChanged={onChanged} />
          </div>
          <div className={styles.side}>
            <PricesPanel profile={profile} />
          </div>
        </div>
      )}
      {shown.length > 1 ? (
        <TabRow
          label={owner ? 'Your page' : `Page of ${profile.name}`}
          tabs={shown}
          current={ownTab?.value ?? tab.value}
          hrefOf={(value) => pathWith(path, value === open[0]?.value ? '' : `tab=${value}`, suffix)}
        />
      ) : null}
      {ownTab ? (
        <section aria-label={ownTab.label}>{ownTab.panel}</section>
      ) : (
        <section className={styles.about} aria-label={tab.label}>
          {tab.panel(profile, owner !== null)}
        </section>
      )}
      {owner || profile.welcomeVideo === null ? null : <WelcomeVideo performer={profile} file={profile.welcomeVideo} />}
    </article>
  );
}

function pathWith(path: string, ...parts: string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
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

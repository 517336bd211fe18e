/** A performer's page: head and tabs for visitors; edit controls and more tabs for the owner. */
import { placeholders } from '@contract/kernel/conventions';
import { preloadComponents } from '@web/lib/preload';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
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
import { cx } from '@web/ui/core/cx';
import { ProfileHead } from './profile-head';
import { profileRequest } from './profile-request';
import { previewRoleOf } from './preview-roles';
import styles from './profile.module.css';

// For the owner only, and server rendered: content that appears later would shift the page.
const OwnerSetup = dynamic(() => import('./owner-setup').then((loaded) => loaded.OwnerSetup));
const ViewAs = dynamic(() => import('./view-as').then((loaded) => loaded.ViewAs));
/** A rarely opened tab, server rendered for those who open it. */
const AboutPanel = dynamic(() => import('./about-panel').then((loaded) => loaded.AboutPanel));
/** Server rendered too; not in the bundle of a page that exists. */
const ProfileUnavailable = dynamic(() => import('./profile-unavailable').then((loaded) => loaded.ProfileUnavailable));
const WelcomeVideo = dynamic(() => import('./welcome/welcome-video').then((loaded) => loaded.WelcomeVideo), { ssr: false });

export type Profile = ResponseOf<'GET /performers/:id'>;

const descriptionLength_max = 160;

/** An owner-only tab at `?tab=`, provided by another feature and passed in by the page. */
export interface OwnerTab {
  value: string;
  label: string;
  panel: ReactNode;
}

/** A public tab at `?tab=`; the first one needs no parameter. */
export interface ProfileTab {
  value: string;
  label: string;
  panel: (profile: Profile, isOwner: boolean) => ReactNode;
  /** Whether the page has this tab; by default every page has it. */
  isShown?: (profile: Profile, isOwner: boolean) => boolean;
}

interface ProfileScreenProps {
  /** Public URL of the site: previews and canonical links need absolute URLs. */
  siteUrl: string;
  /** Published content by kind; the details come after them. */
  tabs?: readonly ProfileTab[];
  ownerTabs: readonly OwnerTab[];
}

export function ProfileScreen({ siteUrl, tabs = [], ownerTabs }: ProfileScreenProps) {
  const router = useRouter();
  const profileId = typeof router.query['profileId'] === 'string' ? router.query['profileId'] : '';
  const { data, error, mutate } = useEndpoint('GET /performers/:id', profileId === '' ? null : profileRequest(profileId));
  const path = data ? profilePath({ id: data._id, username: data.username }) : null;

  useEffect(() => {
    // The server redirects; navigation inside the browser is redirected here.
    if (path === null || path === profilePath({ id: profileId })) return;
    const rest = router.asPath.split('?', 2)[1];
    void router.replace(rest === undefined ? path : `${path}?${rest}`);
  }, [path, profileId, router]);

  const reload = useCallback(() => void mutate(), [mutate]);
  const viewer = useCurrentUser();
  const isOwnerSetupReady = useOwnerSetupReady(viewer?.isPerformer === true, data !== undefined);

  if (error && data === undefined) return <ProfileUnavailable error={error} onRetry={reload} />;
  if (data === undefined || path === null || (!isOwnerSetupReady && viewer?._id === data._id))
    return <Skeleton shape="profile" label="Loading the page…" />;
  return <ProfilePage profile={data} url={`${siteUrl}${path}`} path={path} tabs={tabs} ownerTabs={ownerTabs} onChanged={reload} />;
}

/** Whether the owner's panel can be rendered: immediately when the page came with its data, otherwise after its code has loaded. */
function useOwnerSetupReady(isWanted: boolean, hasData: boolean): boolean {
  const [isReady, setReady] = useState(hasData);
  useEffect(() => {
    if (isWanted && !isReady) void preloadComponents(OwnerSetup).then(() => setReady(true));
  }, [isWanted, isReady]);
  return isReady;
}

interface ProfilePageProps extends Required<Pick<ProfileScreenProps, 'tabs' | 'ownerTabs'>> {
  path: string;
  profile: Profile;
  url: string;
  onChanged: () => void;
}

const aboutTab: ProfileTab = { value: 'about', label: 'About', panel: (profile) => <AboutPanel profile={profile} /> };

function ProfilePage(page: ProfilePageProps) {
  const { profile, path } = page;
  const viewer = useCurrentUser();
  const owner = viewer?.isPerformer === true && viewer._id === profile._id ? viewer : null;
  const { query } = useRouter();
  const previewedAs = owner ? previewRoleOf(query['as']) : null;
  if (previewedAs === null) return <PageBody {...page} viewer={viewer} owner={owner} suffix="" />;
  // The preview hides personal state: the page as an anonymous viewer of this kind sees it.
  const previewed = { ...profile, isFollowed: previewedAs === 'follower', isSubscribed: previewedAs === 'subscriber' };
  return (
    <ViewAs viewer={previewedAs} path={path}>
      <PageBody {...page} profile={previewed} viewer={null} owner={null} suffix={`as=${previewedAs}`} />
    </ViewAs>
  );
}

interface PageBodyProps extends ProfilePageProps {
  viewer: CurrentUser | null;
  /** The viewer, when it is their own page. */
  owner: Owner | null;
  /** Query string that the URLs of all tabs share. */
  suffix: string;
}

function PageBody({ profile, url, path, tabs, ownerTabs, onChanged, viewer, owner, suffix }: PageBodyProps) {
  const { query } = useRouter();
  const publicTabs = [...tabs.filter(({ isShown }) => isShown?.(profile, owner !== null) ?? true), aboutTab];
  const ownTab = owner ? ownerTabs.find(({ value }) => value === query['tab']) : undefined;
  const tab = publicTabs.find(({ value }) => value === query['tab']) ?? publicTabs[0] ?? aboutTab;
  const shownTabs = [...publicTabs, ...(owner ? ownerTabs : [])];
  return (
    <article className={cx(styles.page, owner === null && styles.beside)}>
      <MetaTags profile={profile} url={url} />
      <ProfileHead profile={profile} url={url} viewer={viewer} isOwner={owner !== null} onChanged={onChanged} />
      {ownTab ? null : (
        <div className={styles.columns}>
          <div className={styles.main}>
            {owner ? <OwnerSetup owner={owner} totalFeeds={profile.stats.totalFeeds} path={path} /> : null}
            <Bio text={profile.bio} name={profile.name} isOwner={owner !== null} onChanged={onChanged} />
          </div>
          {owner ? (
            <div className={styles.side}>
              <PricesPanel profile={profile} />
            </div>
          ) : null}
        </div>
      )}
      {shownTabs.length > 1 ? (
        <TabRow
          label={owner ? 'Your profile' : `Profile of ${profile.name}`}
          tabs={shownTabs}
          current={ownTab?.value ?? tab.value}
          hrefOf={(value) => pathWith(path, value === publicTabs[0]?.value ? '' : `tab=${value}`, suffix)}
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
  return line.length > descriptionLength_max ? `${line.slice(0, descriptionLength_max - 1)}…` : line;
}

function MetaTags({ profile, url }: { profile: Profile; url: string }) {
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
        <link key="canonical" rel="canonical" href={url} />
        <meta key="og:url" property="og:url" content={url} />
        <meta key="og:type" property="og:type" content="profile" />
        <meta key="twitter:card" name="twitter:card" content={profile.cover === null ? 'summary' : 'summary_large_image'} />
      </Head>
    </>
  );
}

/** The screen's frame: one of the six layouts with the page or its replacement. */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useCurrentUser, useSettings, useUi } from '@web/session/store/hooks';
import { SiteTitleContext } from '@web/ui/page/site-context';
import { Skeleton } from '@web/ui/feedback/states';
import { admit } from './access/decide-access';
import { isAgeGated } from './access/adult-gate';
import { chooseLayout, layoutStatus, situationOf } from './access/choose-layout';
import { definitionOf, namedLayout } from './page/define-page';
import { DialogHost } from './hosts/dialog-host';
import { FontStyle } from './font';
import { ErrorBoundary } from './errors/error-boundary';
import { useSiteInfo } from './page/site-info';
import { errorLayout } from './errors/error-layout';
import { ErrorScreen } from './errors/lazy-error-page';
import type { PageError } from './page/server-props';
import { layoutOf } from './layouts/layouts';
import { RouteAnnouncer } from './route-announcer';
import { ScrollKeeper } from './scroll-keeper';
import { SiteHead } from './site-head';
import { SocketProvider } from './socket/socket-provider';
import type { RootState } from './store/store';
import { ToastHost } from './hosts/toast-host';
import { UploadTrayHost } from './hosts/upload-tray-host';

/** Also rendered by the server. */
const AccessDenied = dynamic(() => import('./access/access-denied').then((loaded) => loaded.AccessDenied));
/** Loaded on demand, since few sites have the age gate. */
const AgeQuestion = dynamic(() => import('./access/age-question').then((loaded) => loaded.AgeQuestion));
const Analytics = dynamic(() => import('./preferences/analytics').then((loaded) => loaded.Analytics), { ssr: false });
const ConsentBar = dynamic(() => import('./preferences/consent-bar').then((loaded) => loaded.ConsentBar), { ssr: false });
/** For performers only. */
const PrivateRequests = dynamic(() => import('./hosts/private-requests').then((loaded) => loaded.PrivateRequests), { ssr: false });

interface FrameProps {
  /** The page component of Next.js. Its definition controls the shell. */
  page: unknown;
  pageError: PageError | null;
  children: ReactNode;
}

export function Frame({ page, pageError, children }: FrameProps) {
  const viewer = useCurrentUser();
  const settings = useSettings();
  const { siteName } = useUi();
  const { country, needsAgeConfirmation = false } = useSiteInfo();
  const { asPath } = useRouter();
  const store = useStore<RootState>();
  // Fixed when the URL is opened: if the layout changed while a form completes the account, the form would unmount before it navigates.
  const opened = useMemo(
    () => ({ at: asPath, layout: namedLayout(definitionOf(page), store.getState().user.current) }),
    [asPath, page, store],
  );
  const pageLayout = pageError === null && !viewer?.helper ? opened.layout : errorLayout(viewer);
  const name = chooseLayout(situationOf(viewer, settings, country, pageLayout));
  const Layout = layoutOf[name];
  const unread = viewer === null ? 0 : viewer.unread.conversations + viewer.unread.notifications;
  const hasAnalytics = settings.analyticsMeasurementId !== '';
  const title = useMemo(() => ({ siteName, unread }), [siteName, unread]);
  if (needsAgeConfirmation && pageError === null && viewer?.role !== 'operator' && isAgeGated(asPath) && !(name in layoutStatus))
    return (
      <SiteTitleContext.Provider value={title}>
        <FontStyle />
        <SiteHead />
        <AgeQuestion />
        <RouteAnnouncer />
      </SiteTitleContext.Provider>
    );
  return (
    <SiteTitleContext.Provider value={title}>
      <FontStyle />
      <SiteHead />
      <SocketProvider>
        <Layout>
          <ErrorBoundary>
            {pageError === null ? <Admitted page={page}>{children}</Admitted> : <ErrorScreen pageError={pageError} />}
          </ErrorBoundary>
        </Layout>
        {viewer?.isPerformer && viewer.helper === null ? <PrivateRequests /> : null}
        <DialogHost />
        <UploadTrayHost />
      </SocketProvider>
      <ToastHost />
      <RouteAnnouncer />
      <ScrollKeeper />
      {hasAnalytics && settings.analyticsConsent ? <ConsentBar /> : null}
      {hasAnalytics ? <Analytics /> : null}
    </SiteTitleContext.Provider>
  );
}

const needsViewer = ['login', 'fan', 'performer', 'operator'];

/**
 * The page, if the viewer may see it. Decided when a URL is opened, and not at sign-in or sign-out on it: then the session navigates to
 * the right page.
 */
function Admitted({ page, children }: Pick<FrameProps, 'page' | 'children'>) {
  const router = useRouter();
  const store = useStore<RootState>();
  const viewer = useCurrentUser();
  const definition = definitionOf(page);
  const owesSecondStep = viewer?.owesSecondStep ?? false;
  const status = viewer?.status ?? 'active';
  const admission = useMemo(() => {
    const viewerAtOpening = store.getState().user.current;
    // The two-factor requirement and the deletion status may change while a page is open.
    return admit(definition, viewerAtOpening && { ...viewerAtOpening, owesSecondStep, status }, router.asPath);
  }, [definition, owesSecondStep, status, router.asPath, store]);
  const target = admission.kind === 'redirect' ? admission.to : null;
  useEffect(() => {
    if (target !== null) void router.replace(target);
  }, [router, target]);

  if (admission.kind === 'error') return <ErrorScreen pageError={{ status: admission.status }} />;
  if (admission.kind === 'fansOnly' || admission.kind === 'outsideDelegation') return <AccessDenied viewer={viewer} />;
  const isLeaving = viewer === null && !definition.forbidsRedirect && needsViewer.includes(definition.access);
  return target !== null || isLeaving ? <Skeleton shape="profile" /> : children;
}

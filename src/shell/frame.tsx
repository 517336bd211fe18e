/** What stands on the screen: one of the six layouts, and in it the page or what takes its place. */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useCurrentUser, useSettings, useUi } from '@web/session/store/hooks';
import { SiteTitleContext } from '@web/ui/page/site-context';
import { Skeleton } from '@web/ui/feedback/states';
import { admit } from './access/decide-access';
import { isAskedAt } from './adult-gate';
import { chooseLayout, layoutStatus, situationOf } from './access/choose-layout';
import { definitionOf, namedLayout } from './define-page';
import { DialogHost } from './hosts/dialog-host';
import { ErrorBoundary } from './errors/error-boundary';
import { useSiteFacts } from './facts';
import { faultLayout } from './fault-layout';
import { FaultScreen } from './late-fault';
import type { PageFault } from './first-props';
import { layoutOf } from './layouts/layouts';
import { RouteAnnouncer } from './route-announcer';
import { ScrollKeeper } from './scroll-keeper';
import { SiteIcon } from './site-icon';
import { SocketProvider } from './socket/socket-provider';
import type { RootState } from './store/store';
import { ToastHost } from './hosts/toast-host';
import { UploadTrayHost } from './hosts/upload-tray-host';

/** Rendered by the server too. */
const TurnedAway = dynamic(() => import('./access/access-denied').then((loaded) => loaded.TurnedAway));
/** Few sites ask: the others' visitors need not download the question. */
const AgeQuestion = dynamic(() => import('./access/age-question').then((loaded) => loaded.AgeQuestion));
const Analytics = dynamic(() => import('./preferences/analytics').then((loaded) => loaded.Analytics), { ssr: false });
const ConsentBar = dynamic(() => import('./preferences/consent-bar').then((loaded) => loaded.ConsentBar), { ssr: false });
/** For performers alone. */
const PrivateRequests = dynamic(() => import('./hosts/private-requests').then((loaded) => loaded.PrivateRequests), { ssr: false });

interface FrameProps {
  /** What the framework renders; its definition says what the shell does with it. */
  page: unknown;
  fault: PageFault | null;
  children: ReactNode;
}

export function Frame({ page, fault, children }: FrameProps) {
  const viewer = useCurrentUser();
  const settings = useSettings();
  const { siteName } = useUi();
  const { country, asksAge = false } = useSiteFacts();
  const { asPath } = useRouter();
  const store = useStore<RootState>();
  // As whoever opened the address: a layout that changed under a form that completes an account would take the form away before it led on.
  const opened = useMemo(
    () => ({ at: asPath, layout: namedLayout(definitionOf(page), store.getState().user.current) }),
    [asPath, page, store],
  );
  const named = fault === null && !viewer?.helper ? opened.layout : faultLayout(viewer);
  const name = chooseLayout(situationOf(viewer, settings, country, named));
  const Layout = layoutOf[name];
  const unread = viewer === null ? 0 : viewer.unread.conversations + viewer.unread.notifications;
  const isCounted = settings.analyticsMeasurementId !== '';
  const title = useMemo(() => ({ siteName, unread }), [siteName, unread]);
  if (asksAge && fault === null && viewer?.role !== 'operator' && isAskedAt(asPath) && !(name in layoutStatus))
    return (
      <SiteTitleContext.Provider value={title}>
        <SiteIcon />
        <AgeQuestion />
        <RouteAnnouncer />
      </SiteTitleContext.Provider>
    );
  return (
    <SiteTitleContext.Provider value={title}>
      <SiteIcon />
      <SocketProvider>
        <Layout>
          <ErrorBoundary>{fault === null ? <Admitted page={page}>{children}</Admitted> : <FaultScreen fault={fault} />}</ErrorBoundary>
        </Layout>
        {viewer?.isPerformer && viewer.helper === null ? <PrivateRequests /> : null}
        <DialogHost />
        <UploadTrayHost />
      </SocketProvider>
      <ToastHost />
      <RouteAnnouncer />
      <ScrollKeeper />
      {isCounted && settings.analyticsConsent ? <ConsentBar /> : null}
      {isCounted ? <Analytics /> : null}
    </SiteTitleContext.Provider>
  );
}

const needsViewer = ['login', 'fan', 'performer', 'operator'];

/**
 * The page, if the viewer may see it. Asked when an address is opened, and not when somebody signs in or out on it: the
 * session takes people elsewhere then, and knows better where.
 */
function Admitted({ page, children }: Pick<FrameProps, 'page' | 'children'>) {
  const router = useRouter();
  const store = useStore<RootState>();
  const viewer = useCurrentUser();
  const definition = definitionOf(page);
  const owes = viewer?.owesSecondStep ?? false;
  const status = viewer?.status ?? 'active';
  const admission = useMemo(() => {
    const opener = store.getState().user.current;
    // What the site demands of her may change while a page is open, and she may leave it elsewhere.
    return admit(definition, opener && { ...opener, owesSecondStep: owes, status }, router.asPath);
  }, [definition, owes, status, router.asPath, store]);
  const target = admission.kind === 'move' ? admission.to : null;
  useEffect(() => {
    if (target !== null) void router.replace(target);
  }, [router, target]);

  if (admission.kind === 'refuse') return <FaultScreen fault={{ status: admission.status }} />;
  if (admission.kind === 'fansOnly' || admission.kind === 'beyondHelp') return <TurnedAway viewer={viewer} />;
  const isLeaving = viewer === null && !definition.forbidsRedirect && needsViewer.includes(definition.access);
  return target !== null || isLeaving ? <Skeleton shape="profile" /> : children;
}

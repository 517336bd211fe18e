/** The dialogs that any page may ask for. Their code, the wallet's with them, comes when the first one opens. */
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { subscribeClosed, tipClosed } from '@web/session/dialogs.slice';
import { useDialogs, useIntents } from '@web/session/hooks';

const Dialogs = dynamic(() => import('./dialogs').then((loaded) => loaded.Dialogs), { ssr: false });

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

export function DialogHost() {
  const { subscription, tip } = useDialogs();
  const { asPath, events } = useRouter();
  const tell = useIntents();
  useEffect(() => {
    // A dialog belongs to the page that asked for it; its keys in the address are no other page.
    const leave = (to: string) => {
      if (pathOf(to) === pathOf(asPath)) return;
      tell(subscribeClosed());
      tell(tipClosed());
    };
    events.on('routeChangeStart', leave);
    return () => events.off('routeChangeStart', leave);
  }, [asPath, events, tell]);
  return subscription.showModal || tip.performer !== null ? <Dialogs /> : null;
}

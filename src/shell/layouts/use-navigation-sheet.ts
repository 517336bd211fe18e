/** The state of a sheet that closes on client-side navigation. */
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';

export function useNavigationSheet(): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false);
  const { events } = useRouter();
  useEffect(() => {
    const close = () => setOpen(false);
    events.on('routeChangeStart', close);
    return () => events.off('routeChangeStart', close);
  }, [events]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

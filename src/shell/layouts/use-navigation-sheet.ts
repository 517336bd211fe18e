/** A sheet that goes when its reader moves on inside the site, also by what it offers. */
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';

export function usePassingSheet(): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false);
  const { events } = useRouter();
  useEffect(() => {
    const leave = () => setOpen(false);
    events.on('routeChangeStart', leave);
    return () => events.off('routeChangeStart', leave);
  }, [events]);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

/** The error page, loaded on demand. Also rendered by the server. */
import dynamic from 'next/dynamic';
import { Button } from '@web/ui/actions/button';

export const ErrorScreen = dynamic(() => import('./error-screen').then((loaded) => loaded.ErrorScreen), {
  // Without a connection this code cannot load either, so the fallback is only a button.
  loading: ({ error, retry }) => (error ? <Button onPress={retry}>Something went wrong. Try again.</Button> : null),
});

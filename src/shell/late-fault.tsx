/** What stands in place of a broken page, brought where one is: the others need not carry it. Rendered by the server too. */
import dynamic from 'next/dynamic';
import { Button } from '@web/ui/actions/button';

export const FaultScreen = dynamic(() => import('./errors/error-screen').then((loaded) => loaded.FaultScreen), {
  // Where nothing can be reached, it cannot either: a button alone is all that every page has room for.
  loading: ({ error, retry }) => (error ? <Button onPress={retry}>Something went wrong. Try again.</Button> : null),
});

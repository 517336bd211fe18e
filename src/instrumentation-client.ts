/**
 * Runs before the framework takes over the page that the server drew. It does that in one stretch, during which a phone answers
 * no finger; as a transition React does it in slices, and at once for whoever touches the page meanwhile. The framework's other
 * router does the same and this one has no setting for it, so that its call is wrapped here.
 */
import { startTransition } from 'react';
import client from 'react-dom/client';
import type { Root } from 'react-dom/client';

const { hydrateRoot } = client;

Object.assign(client, {
  hydrateRoot: (...page: Parameters<typeof hydrateRoot>): Root => {
    const taken: Root[] = [];
    startTransition(() => void taken.push(hydrateRoot(...page)));
    return taken[0] as Root;
  },
});

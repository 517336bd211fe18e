/** Changes of the URL's query, such as filters. */
import { withParameters } from '@web/lib/paths';
import { useRouter } from 'next/router';

/** Returns a function that changes query parameters; an empty string removes one. */
export function useQueryParameters(): (changes: Readonly<Record<string, string>>) => void {
  const router = useRouter();
  return (changes) => {
    const entries = Object.entries(changes).map(([key, value]) => [key, value === '' ? null : value] as const);
    void router.push(withParameters(router.asPath, Object.fromEntries(entries)), undefined, { scroll: false });
  };
}

/** Filters in the URL's query. */
import { useRouter } from 'next/router';

/** Returns a function that changes query parameters; an empty text removes one. */
export function useQueryParameters(): (changes: Readonly<Record<string, string>>) => void {
  const router = useRouter();
  return (changes) => {
    const [path = '', search = ''] = router.asPath.split('#', 1)[0]?.split('?') ?? [];
    const query = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') query.delete(key);
      else query.set(key, value);
    }
    const text = query.toString();
    void router.push(text === '' ? path : `${path}?${text}`, undefined, { scroll: false });
  };
}

/** Filters that live in the address. */
import { useRouter } from 'next/router';

/** How to change some keys of the address; an empty text takes one away. */
export function useAddressKeys(): (changes: Readonly<Record<string, string>>) => void {
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

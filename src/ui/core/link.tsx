/**
 * A link without viewport prefetch. Next.js would load the code of every page whose link is in view; here it is loaded on hover, to keep
 * the first page small.
 */
import NextLink from 'next/link';
import type { ComponentProps } from 'react';

export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}

/**
 * A way to another page. The framework would load the code of every page whose link is in view; here it is loaded when
 * somebody points at the link, so that a first page weighs no more than itself.
 */
import NextLink from 'next/link';
import type { ComponentProps } from 'react';

export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}

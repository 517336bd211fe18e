/** Replaces the cart for performers and operators; only fans and guests have one. */
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';

export function CartUnavailable() {
  return (
    <EmptyState
      title="Carts are for fans"
      text="This account sells, or runs the site. To buy something, log in with a fan's account."
      action={<Button href="/explore?tab=products">Explore products</Button>}
    />
  );
}

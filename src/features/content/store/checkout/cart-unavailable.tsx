/** Replaces the cart for performers and operators; only fans and guests have one. */
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';

export function CartUnavailable() {
  return (
    <EmptyState
      title="Cart not available"
      text="Creator and operator accounts can’t buy products. Log in with a fan account instead."
      action={<Button href="/explore?tab=products">Explore products</Button>}
    />
  );
}

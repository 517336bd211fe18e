/** What performers and operators find where fans and guests have a cart. */
import { Button } from '@web/ui/actions/button';
import { Empty } from '@web/ui/feedback/states';

export function NoCart() {
  return (
    <Empty
      title="Carts are for fans"
      text="This account sells, or runs the site. To buy something, log in with a fan's account."
      action={<Button href="/explore?tab=products">Explore products</Button>}
    />
  );
}

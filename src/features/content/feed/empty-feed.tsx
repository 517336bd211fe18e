/** What stands on a page whose performer has not posted yet. */
import { Button } from '@web/ui/actions/button';
import { Empty } from '@web/ui/feedback/states';

export function NothingYet({ name, isOwner }: { name: string; isOwner: boolean }) {
  return isOwner ? (
    <Empty
      title="No posts yet"
      text="Your first post gives visitors a reason to come back."
      action={
        <Button kind="primary" href="/creator/posts/new">
          Write a post
        </Button>
      }
    />
  ) : (
    <Empty title="No posts yet" text={`Follow ${name} to hear of the first.`} />
  );
}

/** The empty state of a performer's page without posts. */
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';

export function NoPostsYet({ name, isOwner }: { name: string; isOwner: boolean }) {
  return isOwner ? (
    <EmptyState
      title="No posts yet"
      text="Your first post gives visitors a reason to come back."
      action={
        <Button kind="primary" href="/creator/posts/new">
          Write a post
        </Button>
      }
    />
  ) : (
    <EmptyState title="No posts yet" text={`Follow ${name} so you don’t miss anything.`} />
  );
}

/** Shows its children to performers with approved identity documents, and what is missing to other performers. */
import type { ReactNode } from 'react';
import { useCurrentUser } from './store/hooks';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';

const documentsPath = '/creator/account?section=documents';
const words = {
  none: {
    title: 'Verify your identity to start posting',
    text: 'Upload your ID documents. You can post once they’re approved.',
    actionLabel: 'Upload documents',
  },
  pending: {
    title: 'Your ID documents are in review',
    text: 'You can post as soon as our team approves them.',
    actionLabel: 'See documents',
  },
  rejected: {
    title: 'Your ID documents weren’t accepted',
    text: 'Replace the rejected documents. You can post once they’re approved.',
    actionLabel: 'Replace documents',
  },
} as const;

export function VerifiedOnly({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  if (!user?.isPerformer) return null;
  if (user.verification === 'approved') return children;
  if (user.helper !== null)
    return (
      <Notice tone="warn" title="Publishing isn’t available yet">
        {`${user.name} can post once their identity is verified.`}
      </Notice>
    );
  const { title, text, actionLabel } = words[user.verification];
  return (
    <Notice tone="warn" title={title} action={<Button href={documentsPath}>{actionLabel}</Button>}>
      {text}
    </Notice>
  );
}

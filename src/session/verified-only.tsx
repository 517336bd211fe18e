/** Shows its children to performers with approved identity documents, and to others what is missing. */
import type { ReactNode } from 'react';
import { useCurrentUser } from './store/hooks';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';

const documents = '/creator/account?section=documents';
const words = {
  none: {
    title: 'Publishing opens with your papers',
    text: 'Hand in your two papers; once they are approved you can publish.',
    way: 'Send documents',
  },
  pending: {
    title: 'Your papers are in review',
    text: 'You can publish as soon as the site’s team has approved them.',
    way: 'See documents',
  },
  rejected: {
    title: 'Your papers were not accepted',
    text: 'Replace what was wrong; you can publish once they are approved.',
    way: 'Replace documents',
  },
} as const;

export function VerifiedOnly({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  if (!user?.isPerformer) return null;
  if (user.verification === 'approved') return children;
  if (user.helper !== null)
    return (
      <Notice tone="warn" title="Publishing is not open yet">
        {`${user.name} can publish once the papers are approved.`}
      </Notice>
    );
  const { title, text, way } = words[user.verification];
  return (
    <Notice tone="warn" title={title} action={<Button href={documents}>{way}</Button>}>
      {text}
    </Notice>
  );
}

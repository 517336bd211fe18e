/** The **Create** sheet: what a performer can publish, or why they cannot yet. */
import type { ReactNode } from 'react';
import type { DelegateRight } from '@contract/kernel/delegate-rights';
import type { CurrentUser } from '@web/services/current-user';
import { Button } from '@web/ui/actions/button';
import { BagIcon, CameraIcon, EditIcon, ImageIcon, MailIcon, VideoIcon } from '@web/ui/icons/icons';
import { MenuList } from '@web/ui/actions/menu';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useNavigationSheet } from './use-navigation-sheet';

const entries: { label: string; icon: ReactNode; href: string; delegateRight?: DelegateRight }[] = [
  { label: 'Post', icon: <EditIcon />, href: '/creator/posts/new', delegateRight: 'content' },
  { label: 'Video', icon: <VideoIcon />, href: '/creator/videos/new', delegateRight: 'content' },
  { label: 'Gallery', icon: <ImageIcon />, href: '/creator/galleries/new', delegateRight: 'content' },
  { label: 'Product', icon: <BagIcon />, href: '/creator/products/new' },
  { label: 'Mass message', icon: <MailIcon />, href: '/messages/mass/new' },
  { label: 'Go live', icon: <CameraIcon />, href: '/creator/live' },
];

const unavailableReasons: Record<string, string> = {
  none: 'You can post once your ID documents are approved. Upload them first.',
  pending: 'Your ID documents are in review. You can post once they’re approved.',
  rejected: 'Your ID documents weren’t accepted. Replace them, and you can post once they’re approved.',
};

interface CreateSheetProps {
  user: Extract<CurrentUser, { isPerformer: true }>;
  /** Renders the control that opens the sheet. */
  trigger: (open: () => void) => ReactNode;
}

export function CreateSheet({ user, trigger }: CreateSheetProps) {
  const { isOpen, open, close } = useNavigationSheet();
  const { helper } = user;
  const offered = entries
    .filter((entry) => helper === null || (entry.delegateRight !== undefined && helper.rights.includes(entry.delegateRight)))
    .map(({ label, icon, href }) => ({ label, icon, href }));
  const reason = user.verification === 'approved' ? undefined : unavailableReasons[user.verification];
  return (
    <>
      {trigger(open)}
      <Sheet title="Create" open={isOpen} onClose={close}>
        {reason === undefined ? (
          <MenuList label="Create" items={offered} onChosen={close} />
        ) : (
          <Notice
            tone="warn"
            title="Not available yet"
            action={helper === null ? <Button href="/creator/account?section=documents">See documents</Button> : null}
          >
            {helper === null ? reason : 'Available once the creator’s identity is verified.'}
          </Notice>
        )}
      </Sheet>
    </>
  );
}

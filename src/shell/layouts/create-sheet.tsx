/** **Create**: what a performer can make, or why she cannot yet. */
import type { ReactNode } from 'react';
import type { HelperRight } from '@contract/kernel/delegate-rights';
import type { CurrentUser } from '@web/session/intents';
import { Button } from '@web/ui/actions/button';
import { BagIcon, CameraIcon, EditIcon, ImageIcon, MailIcon, VideoIcon } from '@web/ui/icons/icons';
import { MenuList } from '@web/ui/actions/menu';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { usePassingSheet } from './use-navigation-sheet';

const ways: { label: string; icon: ReactNode; href: string; helper?: HelperRight }[] = [
  { label: 'Post', icon: <EditIcon />, href: '/creator/posts/new', helper: 'content' },
  { label: 'Video', icon: <VideoIcon />, href: '/creator/videos/new', helper: 'content' },
  { label: 'Gallery', icon: <ImageIcon />, href: '/creator/galleries/new', helper: 'content' },
  { label: 'Product', icon: <BagIcon />, href: '/creator/products/new' },
  { label: 'Mass message', icon: <MailIcon />, href: '/messages/mass/new' },
  { label: 'Go live', icon: <CameraIcon />, href: '/creator/live' },
];

const closed: Record<string, string> = {
  none: 'Publishing opens once your two papers are approved. Hand them in first.',
  pending: 'Your papers are in review. You can publish as soon as they are approved.',
  rejected: 'Your papers were not accepted. Replace what was wrong, and you can publish once they are approved.',
};

interface CreateSheetProps {
  user: Extract<CurrentUser, { isPerformer: true }>;
  /** Draws the control that opens the sheet. */
  trigger: (open: () => void) => ReactNode;
}

export function CreateSheet({ user, trigger }: CreateSheetProps) {
  const { isOpen, open, close } = usePassingSheet();
  const { helper } = user;
  const offered = ways
    .filter((way) => helper === null || (way.helper !== undefined && helper.rights.includes(way.helper)))
    .map(({ label, icon, href }) => ({ label, icon, href }));
  const reason = user.verification === 'approved' ? undefined : closed[user.verification];
  return (
    <>
      {trigger(open)}
      <Sheet title="Create" open={isOpen} onClose={close}>
        {reason === undefined ? (
          <MenuList label="Create" items={offered} onChosen={close} />
        ) : (
          <Notice
            tone="warn"
            title="Not open yet"
            action={helper === null ? <Button href="/creator/account?section=documents">See documents</Button> : null}
          >
            {helper === null ? reason : 'Publishing opens once the papers are approved.'}
          </Notice>
        )}
      </Sheet>
    </>
  );
}

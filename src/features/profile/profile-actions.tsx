/** What anybody can do on a profile: pass its address on; and for members, block. */
import type { CurrentUser } from '@web/session/intents';
import { showToast } from '@web/session/toasts';
import { Button } from '@web/ui/button';
import { CopyIcon, LinkOutIcon, LockIcon, MoreIcon } from '@web/ui/icons';
import { Menu } from '@web/ui/menu';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Profile } from './profile-screen';

const BlockDialog = dynamic(() => import('./block-dialog').then((loaded) => loaded.BlockDialog), { ssr: false });

interface ProfileActionsProps {
  profile: Profile;
  address: string;
  viewer: CurrentUser | null;
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ text: 'Link copied', tone: 'ok' });
  } catch {
    showToast({ text: `This browser does not let us copy. The address is ${address}`, tone: 'plain' });
  }
}

/** The system's own sheet where there is one; else the address is copied. Closing the sheet is no failure. */
async function share(address: string, title: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copy(address);
  try {
    await navigator.share({ title, url: address });
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) await copy(address);
  }
}

export function ProfileActions({ profile, address, viewer }: ProfileActionsProps) {
  const [isBlocking, setBlocking] = useState(false);
  const mayBlock = viewer !== null && viewer._id !== profile._id;
  const block = { label: 'Block', icon: <LockIcon />, tone: 'danger', onPress: () => setBlocking(true) } as const;
  return (
    <>
      <Button size="small" icon={<LinkOutIcon />} onPress={() => void share(address, profile.name)}>
        Share
      </Button>
      <Menu
        label="More"
        trigger={<MoreIcon />}
        items={[{ label: 'Copy link', icon: <CopyIcon />, onPress: () => void copy(address) }, ...(mayBlock ? [block] : [])]}
      />
      {isBlocking ? <BlockDialog person={profile} onClose={() => setBlocking(false)} /> : null}
    </>
  );
}

/** Shares a URL with the system's share sheet, or copies it. */
import { showToast } from '@web/ui/feedback/toast-queue';

export async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ text: 'Link copied', tone: 'ok' });
  } catch {
    showToast({ text: `Couldn’t copy the link. Copy it manually: ${address}`, tone: 'plain' });
  }
}

/** Falls back to copying on failure. Closing the sheet is not a failure. */
export async function shareAddress(address: string, title: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyAddress(address);
  try {
    await navigator.share({ title, url: address });
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) await copyAddress(address);
  }
}

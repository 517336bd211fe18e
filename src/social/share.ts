/** Shares a URL with the system's share sheet, or copies it. */
import { showToast } from '@web/ui/feedback/toast-queue';

export async function copyUrl(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ text: 'Link copied', tone: 'ok' });
  } catch {
    showToast({ text: `Couldn’t copy the link. Copy it manually: ${url}`, tone: 'plain' });
  }
}

/** Falls back to copying on failure. Closing the sheet is not a failure. */
export async function shareUrl(url: string, title: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyUrl(url);
  try {
    await navigator.share({ title, url });
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) await copyUrl(url);
  }
}

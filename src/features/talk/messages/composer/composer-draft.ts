/** The draft of a message, stored per account and conversation: text, the message it replies to, files and price. */
import { useCallback } from 'react';
import type { Medium } from '@web/uploads/media-list';
import { useValueDraft } from '@web/forms/use-draft';
import type { MessageFile, RepliedTo } from '../store/chat';

export interface ComposerDraft {
  text: string;
  replyTo: RepliedTo | null;
  /** Uploaded files survive a reload; others have to be chosen again. */
  media: Medium[];
  /** As typed; null while the message is free. */
  price: string | null;
}

export const emptyDraft: ComposerDraft = { text: '', replyTo: null, media: [], price: null };

export interface DraftState {
  draft: ComposerDraft;
  change: (next: Partial<ComposerDraft>) => void;
  /** Called after the message was sent: empties the composer. */
  clear: () => void;
}

export function useComposerDraft(conversationId: string): DraftState {
  const [draft, change, removeDraft] = useValueDraft<ComposerDraft>(`message:${conversationId}`, emptyDraft);
  const clear = useCallback(() => {
    change(emptyDraft);
    removeDraft();
  }, [change, removeDraft]);
  return { draft, change, clear };
}

/** The uploaded files; those still uploading are left out. */
export const readyFiles = (media: readonly Medium[]): MessageFile[] => media.flatMap(({ file }) => (file === null ? [] : [file]));

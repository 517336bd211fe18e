/** What is being written in a conversation, kept per account and conversation: words, what they answer, the files and the price. */
import { useCallback } from 'react';
import type { Medium } from '@web/uploads/media-list';
import { useValueDraft } from '@web/forms/use-draft';
import type { MessageFile, RepliedTo } from '../store/chat';

export interface ComposerDraft {
  text: string;
  replyTo: RepliedTo | null;
  /** Those that were sent already survive a reload; others have to be chosen again. */
  media: Medium[];
  /** As typed; null while the message is free. */
  price: string | null;
}

export const emptyDraft: ComposerDraft = { text: '', replyTo: null, media: [], price: null };

export interface KeptDraft {
  draft: ComposerDraft;
  change: (next: Partial<ComposerDraft>) => void;
  /** Everything was sent: the composer is empty again. */
  clear: () => void;
}

export function useComposerDraft(conversationId: string): KeptDraft {
  const [draft, change, forget] = useValueDraft<ComposerDraft>(`message:${conversationId}`, emptyDraft);
  const clear = useCallback(() => {
    change(emptyDraft);
    forget();
  }, [change, forget]);
  return { draft, change, clear };
}

/** The files that the host has; what is still on its way is none of them. */
export const readyFiles = (media: readonly Medium[]): MessageFile[] => media.flatMap(({ file }) => (file === null ? [] : [file]));

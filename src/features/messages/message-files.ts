/** The kinds of files that a message takes, and what becomes of each once it is sent. */
import { conversationService } from '@web/services/conversation.service';
import type { Finish } from '@web/session/uploads';

export type MessageFileType = 'message-photo' | 'message-video';

export const finishes: Record<MessageFileType, Finish> = {
  'message-photo': (file, options) => conversationService.uploadPhoto({ file }, options),
  'message-video': (file, options) => conversationService.uploadVideo({ file }, options),
};

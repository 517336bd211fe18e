/** The file types that a message accepts, and the call that completes each upload. */
import { services } from '@web/services/services';
import type { Finish } from '@web/uploads/uploads';

export type MessageFileType = 'message-photo' | 'message-video';

export const finishUpload: Record<MessageFileType, Finish> = {
  'message-photo': (file, options) => services.messages['POST /messages/public/file/photo']({ files: { file } }, options),
  'message-video': (file, options) => services.messages['POST /messages/private/file/video']({ files: { file } }, options),
};

/** The video that greets visitors of a performer's page: uploaded in chunks, processed by the API, switched on and off. */
import * as limits from '@contract/kernel/limits';
import { useCallback } from 'react';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { useSocketEvent } from '@web/realtime/socket-events';
import { UploadProgressRow } from '@web/uploads/upload-rows';
import { useSingleUpload } from '@web/uploads/use-single-upload';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { FormSection } from '@web/ui/forms/form-section';
import { LazyVideo } from '@web/ui/media/lazy-video';
import { Notice } from '@web/ui/feedback/notice';
import { DropZone, sizeText } from '@web/ui/forms/upload';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../shared/use-profile-form';
import styles from '../shared/account.module.css';

const max_bytes = limits.upload_bytes['welcome-video'];
const max_min = limits.media_s['welcome-video'] / 60;

export function WelcomeSection() {
  const performer = usePerformer();
  if (performer === null) return null;
  return (
    <>
      <WelcomeFile performer={performer} />
      <WelcomeSwitch performer={performer} />
    </>
  );
}

function WelcomeFile({ performer }: { performer: Performer }) {
  const dispatch = useAppDispatch();
  const reload = useCallback(() => void dispatch(refreshRequested()), [dispatch]);
  useSocketEvent('file/processed', reload);
  const { upload, start } = useSingleUpload({
    formKey: 'welcome-video',
    type: 'welcome-video',
    finish: async (video, options) => {
      const sent = await services.performers['POST /performers/welcome-video/upload']({ files: { 'welcome-video': video } }, options);
      reload();
      return sent;
    },
  });
  return (
    <FormSection title="Welcome video" description="Plays without sound when someone visits your profile for the first time.">
      <CurrentVideo performer={performer} />
      <DropZone
        label={performer.welcomeVideo === null ? 'Choose a welcome video' : 'Replace the welcome video'}
        hint={`MP4, MOV, WebM, MKV, AVI or MPEG, or an animated GIF, PNG or AVIF, up to ${sizeText(max_bytes)} and ${String(max_min)} minutes.`}
        accept="video/*,image/gif,image/png,image/apng,image/avif"
        sizeMax={max_bytes}
        onFiles={([file]) => {
          if (file) start(file);
        }}
      />
      {upload === null ? null : <UploadProgressRow upload={upload} />}
    </FormSection>
  );
}

/** The video as visitors see it, or its processing state. */
function CurrentVideo({ performer: { welcomeVideo: file } }: { performer: Performer }) {
  if (file === null) return <Notice tone="hint">You don’t have a welcome video yet.</Notice>;
  if (file.sources.length > 0) {
    return (
      <div className={styles.film}>
        <LazyVideo file={file} title="your welcome video" />
      </div>
    );
  }
  if (file.status === 'error')
    return (
      <Notice tone="danger">
        {file.failure === null ? 'We couldn’t process this video. Upload a different file.' : translateMessage(file.failure)}
      </Notice>
    );
  return <Notice tone="hint">Processing: {Math.round(file.progress)}%. You can leave this page.</Notice>;
}

function WelcomeSwitch({ performer }: { performer: Performer }) {
  const form = useDraftedForm<{ activateWelcomeVideo: boolean }>(
    { defaultValues: { activateWelcomeVideo: performer.activateWelcomeVideo } },
    { draftKey: 'account-welcome' },
  );
  const saving = useProfileForm(form, ({ activateWelcomeVideo }) => ({ activateWelcomeVideo }));
  return (
    <FormSection title="Visibility" {...saving}>
      <SwitchField
        label="Show to visitors"
        hint="Plays once. Visitors can choose not to see it again."
        {...form.register('activateWelcomeVideo')}
      />
    </FormSection>
  );
}

/** The video that greets visitors of a performer's page: sent in pieces, made ready by the host, switched on and off. */
import * as limits from '@contract/kernel/limits';
import { useCallback, useEffect } from 'react';
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { useSocketEvent } from '@web/realtime/socket-events';
import { dropUploads, startUpload } from '@web/uploads/uploads';
import { useUploads } from '@web/uploads/upload-list';
import { OneUpload } from '@web/uploads/upload-rows';
import { useDraftedForm } from '@web/forms/use-draft';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { FormSection } from '@web/ui/forms/form-section';
import { LazyVideo } from '@web/ui/media/lazy-video';
import { Notice } from '@web/ui/feedback/notice';
import { DropZone, sizeWords } from '@web/ui/forms/upload';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../../../account/use-profile-form';
import styles from '../shared/account.module.css';

const place = 'welcome-video';
const href = '/creator/account?section=welcome';
const most = limits.upload_bytes['welcome-video'];
const minutes = limits.media_s['welcome-video'] / 60;

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
  const ask = useIntents();
  const uploads = useUploads().filter((upload) => upload.place === place);
  const shown = uploads.at(-1);
  const isThere = shown !== undefined && shown.file !== null;
  const reread = useCallback(() => void ask(refreshAsked()), [ask]);
  useSocketEvent('file/processed', reread);
  useEffect(() => {
    if (isThere) reread();
  }, [isThere, reread]);
  const send = (file: File) => {
    dropUploads(uploads.map(({ id }) => id));
    startUpload({
      ...{ file, type: 'welcome-video', place, href },
      finish: (sent, options) =>
        services.performers['POST /performers/welcome-video/upload']({ files: { 'welcome-video': sent } }, options),
    });
  };
  return (
    <FormSection title="Welcome video" description="Greets whoever comes to your page for the first time, without sound.">
      <Present performer={performer} />
      <DropZone
        label={performer.welcomeVideo === null ? 'Choose a welcome video' : 'Replace the welcome video'}
        hint={`MP4, MOV, WebM, MKV, AVI or MPEG, or an animated GIF, PNG or AVIF, up to ${sizeWords(most)} and ${String(minutes)} minutes.`}
        accept="video/*,image/gif,image/png,image/apng,image/avif"
        sizeMax={most}
        onFiles={([file]) => {
          if (file) send(file);
        }}
      />
      {shown === undefined || shown.state === 'done' ? null : <OneUpload upload={shown} />}
    </FormSection>
  );
}

/** The video as visitors get it, or where it stands. */
function Present({ performer: { welcomeVideo: file } }: { performer: Performer }) {
  if (file === null) return <Notice tone="hint">You have no welcome video yet.</Notice>;
  if (file.sources.length > 0) {
    return (
      <div className={styles.film}>
        <LazyVideo file={file} title="your welcome video" />
      </div>
    );
  }
  if (file.status === 'error')
    return (
      <Notice tone="danger">{file.failure === null ? 'This video could not be made ready. Send another.' : said(file.failure)}</Notice>
    );
  return <Notice tone="hint">Processing {Math.round(file.progress)} %. You can leave this page.</Notice>;
}

function WelcomeSwitch({ performer }: { performer: Performer }) {
  const form = useDraftedForm<{ activateWelcomeVideo: boolean }>(
    { defaultValues: { activateWelcomeVideo: performer.activateWelcomeVideo } },
    { place: 'account-welcome' },
  );
  const saving = useProfileForm(form, ({ activateWelcomeVideo }) => ({ activateWelcomeVideo }));
  return (
    <FormSection title="Who sees it" {...saving}>
      <SwitchField
        label="Show it to visitors"
        hint="Once, and never again to those who do not want it."
        {...form.register('activateWelcomeVideo')}
      />
    </FormSection>
  );
}

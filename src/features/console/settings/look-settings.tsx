/** The images of the site: replaced by upload, or removed. */
import { imageSettings } from '@contract/kernel/settings';
import * as limits from '@contract/kernel/limits';
import { errorMessage } from '@web/lib/i18n/error-message';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Progress } from '@web/ui/feedback/progress';
import { DropZone } from '@web/ui/forms/upload';
import { useEffect, useRef, useState } from 'react';
import type { AdminSetting } from './setting-value';
import { SettingsForm } from './settings-form';
import styles from '../parts/console.module.css';

type ImageKey = (typeof imageSettings)[number];
const imageKeyOf = (key: string): ImageKey | undefined => imageSettings.find((image) => image === key);
const accept = 'image/png,image/jpeg,image/webp,image/svg+xml,image/x-icon,image/gif,image/avif';

interface BrandingSettingsProps {
  title: string;
  about: string;
  settings: readonly AdminSetting[];
  onSaved: () => void;
}

export function BrandingSettings({ title, about, settings, onSaved }: BrandingSettingsProps) {
  const others = settings.filter((setting) => setting.type !== 'image');
  return (
    <>
      <FormSection title={title} description={about}>
        {settings.map((setting) => {
          const key = imageKeyOf(setting.key);
          return key === undefined ? null : <ImageSetting key={key} name={key} setting={setting} onSaved={onSaved} />;
        })}
      </FormSection>
      {others.length > 0 ? <SettingsForm title="More" about="" settings={others} onSaved={onSaved} /> : null}
    </>
  );
}

function ImageSetting({ name, setting, onSaved }: { name: ImageKey; setting: AdminSetting; onSaved: () => void }) {
  const label = translateMessage(setting.label);
  const labelInSentence = inSentence(label);
  const uploadController = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const url = typeof setting.value === 'string' ? setting.value : '';
  useEffect(() => () => uploadController.current?.abort(), []);

  const attempt = async (change: (controller: AbortController) => Promise<unknown>, done: string) => {
    const controller = new AbortController();
    uploadController.current = controller;
    setError(undefined);
    try {
      await change(controller);
      showToast({ text: done, tone: 'ok' });
      onSaved();
    } catch (thrown) {
      if (!controller.signal.aborted) setError(errorMessage(thrown));
    } finally {
      setPercent(null);
    }
  };
  const uploadFile = (file: File) => {
    setPercent(0);
    return attempt(
      ({ signal }) =>
        services.admin['POST /admin/settings/images/upload'](
          { body: { key: name }, files: { file } },
          { signal, onProgress: (sent) => setPercent(sent * 100) },
        ),
      `${label} replaced`,
    );
  };
  const [isRemoving, setRemoving] = useState(false);
  const remove = async () => {
    setRemoving(true);
    await attempt(() => services.admin['PUT /admin/settings/:key']({ params: { key: name }, body: { value: '' } }), `${label} removed`);
    setRemoving(false);
  };

  return (
    <div className={styles.picture}>
      <h3 className={styles.pictureTitle}>{label}</h3>
      <div className={styles.pictureBox}>
        {url === '' ? <span className={styles.quiet}>None</span> : <img src={url} alt={`Current: ${label}`} />}
      </div>
      {percent === null ? (
        <DropZone
          label={url === '' ? `Choose ${labelInSentence}` : `Replace ${labelInSentence}`}
          accept={accept}
          sizeMax={limits.upload_bytes.image}
          disabled={setting.isFixed}
          error={error}
          onFiles={([file]) => void (file && uploadFile(file))}
        />
      ) : (
        <>
          <Progress label={`Uploading ${labelInSentence}`} percent={percent} />
          <Button size="small" onPress={() => uploadController.current?.abort()}>
            Cancel
          </Button>
        </>
      )}
      {url === '' || setting.isFixed || percent !== null ? null : (
        <Button kind="quiet" size="small" busy={isRemoving} onPress={() => void remove()}>
          Remove {labelInSentence}
        </Button>
      )}
    </div>
  );
}

/** The pictures of the site: replaced by upload, or taken away. */
import { imageSettings } from '@contract/kernel/settings';
import * as limits from '@contract/kernel/limits';
import { errorMessage } from '@web/lib/i18n/error-message';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Progress } from '@web/ui/feedback/progress';
import { DropZone } from '@web/ui/forms/upload';
import { useEffect, useRef, useState } from 'react';
import type { AdminSetting } from '../setting-value';
import { SettingsForm } from './settings-form';
import styles from '../parts/console.module.css';

type ImageKey = (typeof imageSettings)[number];
const imageKeyOf = (key: string): ImageKey | undefined => imageSettings.find((image) => image === key);
const accept = 'image/png,image/jpeg,image/webp,image/svg+xml,image/x-icon,image/gif,image/avif';

interface LookSettingsProps {
  title: string;
  about: string;
  settings: readonly AdminSetting[];
  onSaved: () => void;
}

export function LookSettings({ title, about, settings, onSaved }: LookSettingsProps) {
  const others = settings.filter((setting) => setting.type !== 'image');
  return (
    <>
      <FormSection title={title} description={about}>
        {settings.map((setting) => {
          const key = imageKeyOf(setting.key);
          return key === undefined ? null : <PictureSetting key={key} name={key} setting={setting} onSaved={onSaved} />;
        })}
      </FormSection>
      {others.length > 0 ? <SettingsForm title="More" about="" settings={others} onSaved={onSaved} /> : null}
    </>
  );
}

function PictureSetting({ name, setting, onSaved }: { name: ImageKey; setting: AdminSetting; onSaved: () => void }) {
  const what = said(setting.label);
  const inside = inSentence(what);
  const running = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const address = typeof setting.value === 'string' ? setting.value : '';
  useEffect(() => () => running.current?.abort(), []);

  const attempt = async (change: (controller: AbortController) => Promise<unknown>, done: string) => {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    try {
      await change(controller);
      showToast({ text: done, tone: 'ok' });
      onSaved();
    } catch (thrown) {
      if (!controller.signal.aborted) setProblem(errorMessage(thrown));
    } finally {
      setPercent(null);
    }
  };
  const send = (file: File) => {
    setPercent(0);
    return attempt(
      ({ signal }) =>
        services.admin['POST /admin/settings/images/upload'](
          { body: { key: name }, files: { file } },
          { signal, onProgress: (sent) => setPercent(sent * 100) },
        ),
      `${what} replaced`,
    );
  };
  const [isGoing, setGoing] = useState(false);
  const remove = async () => {
    setGoing(true);
    await attempt(() => services.admin['PUT /admin/settings/:key']({ params: { key: name }, body: { value: '' } }), `${what} removed`);
    setGoing(false);
  };

  return (
    <div className={styles.picture}>
      <h3 className={styles.pictureTitle}>{what}</h3>
      <div className={styles.pictureBox}>
        {address === '' ? <span className={styles.quiet}>None</span> : <img src={address} alt={`Present: ${what}`} />}
      </div>
      {percent === null ? (
        <DropZone
          label={address === '' ? `Choose ${inside}` : `Replace ${inside}`}
          accept={accept}
          sizeMax={limits.upload_bytes.image}
          disabled={setting.isFixed}
          error={problem}
          onFiles={([file]) => void (file && send(file))}
        />
      ) : (
        <>
          <Progress label={`Sending ${inside}`} percent={percent} />
          <Button size="small" onPress={() => running.current?.abort()}>
            Cancel
          </Button>
        </>
      )}
      {address === '' || setting.isFixed || percent !== null ? null : (
        <Button kind="quiet" size="small" busy={isGoing} onPress={() => void remove()}>
          Remove {inside}
        </Button>
      )}
    </div>
  );
}

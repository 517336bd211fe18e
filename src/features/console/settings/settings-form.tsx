/** A group of settings, built from the API's description of each: edited together, confirmed as a diff, saved one by one. */
import * as messages from '@contract/kernel/messages';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { useState } from 'react';
import { SettingChange, SettingField } from './setting-field';
import { fieldValueOf, parseFieldValue } from './setting-value';
import type { AdminSetting, SettingValue, FieldValue } from './setting-value';
import styles from '../parts/console.module.css';

interface SettingsFormProps {
  title: string;
  about: string;
  settings: readonly AdminSetting[];
  /** Called when the API has accepted at least one change. */
  onSaved: () => void;
}

interface Change {
  setting: AdminSetting;
  next: SettingValue;
}

/** Saves the changes. A rejected change is retried once after the others, since some settings limit each other. Returns errors by key. */
async function saveAll(changes: readonly Change[]): Promise<Map<string, string>> {
  const saveEach = async (batch: readonly Change[]) => {
    const failures: [Change, string][] = [];
    for (const change of batch) {
      try {
        await services.admin['PUT /admin/settings/:key']({ params: { key: change.setting.key }, body: { value: change.next } });
      } catch (thrown) {
        const error = serializeError(thrown, messages.saveFailed);
        failures.push([change, error.issues[0]?.message ?? error.message]);
      }
    }
    return failures;
  };
  const firstFailures = await saveEach(changes);
  const remaining = firstFailures.length < changes.length ? await saveEach(firstFailures.map(([change]) => change)) : firstFailures;
  return new Map(remaining.map(([{ setting }, message]) => [setting.key, message]));
}

export function SettingsForm({ title, about, settings, onSaved }: SettingsFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, FieldValue>>>({});
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [isConfirming, setConfirming] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const changes = settings.flatMap((setting): Change[] => {
    const entered = typed[setting.key];
    if (setting.isFixed || entered === undefined || entered === fieldValueOf(setting)) return [];
    return [{ setting, next: parseFieldValue(setting, entered) }];
  });

  const save = async () => {
    const failures = await saveAll(changes);
    setErrors(failures);
    setTyped(Object.fromEntries(Object.entries(typed).filter(([key]) => failures.has(key))));
    setSaved(failures.size === 0);
    setConfirming(false);
    if (failures.size < changes.length) onSaved();
  };

  return (
    <>
      <FormSection
        title={title}
        description={about}
        saveLabel="Save changes"
        result={resultOf(isSaved, errors.size, changes.length)}
        onSave={(event) => {
          event.preventDefault();
          setSaved(false);
          if (changes.length > 0) setConfirming(true);
        }}
        actions={
          changes.length > 0 ? (
            <Button
              kind="quiet"
              onPress={() => {
                setTyped({});
                setErrors(new Map());
              }}
            >
              Discard changes
            </Button>
          ) : null
        }
      >
        {settings.map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            typed={typed[setting.key] ?? fieldValueOf(setting)}
            error={errors.get(setting.key)}
            onChange={(value) => {
              setSaved(false);
              setTyped({ ...typed, [setting.key]: value });
            }}
          />
        ))}
      </FormSection>
      <ConfirmDialog
        open={isConfirming}
        title={changes.length === 1 ? 'Save this change?' : `Save ${String(changes.length)} changes?`}
        tone="plain"
        actionLabel="Save changes"
        consequence="Changes apply immediately for everyone."
        onConfirm={save}
        onClose={() => setConfirming(false)}
      >
        <ul className={styles.diff}>
          {changes.map(({ setting, next }) => (
            <li key={setting.key}>
              <SettingChange setting={setting} next={next} />
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

function resultOf(isSaved: boolean, errorCount: number, changeCount: number) {
  if (isSaved) return { tone: 'ok' as const, text: translateMessage(messages.saved) };
  if (errorCount > 0 && changeCount > 0)
    return {
      tone: 'danger' as const,
      text:
        errorCount === 1
          ? '1 change wasn’t saved. Check the marked field.'
          : `${String(errorCount)} changes weren’t saved. Check the marked fields.`,
    };
  return null;
}

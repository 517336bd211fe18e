/** A group of settings, made from what the host says of each: changed together, shown as a difference, saved one by one. */
import { messages } from '@contract/kernel/errors';
import { said } from '@web/lib/said';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { useState } from 'react';
import { SettingChange, SettingField } from './setting-field';
import { typedOf, valueOf } from '../setting-value';
import type { AdminSetting, SettingValue, Typed } from '../setting-value';
import styles from '../parts/console.module.css';

interface SettingsFormProps {
  title: string;
  about: string;
  settings: readonly AdminSetting[];
  /** The host has taken at least one change. */
  onSaved: () => void;
}

interface Change {
  setting: AdminSetting;
  next: SettingValue;
}

/** Sends the changes; those that are refused at first are tried once more after the others, since pairs limit each other. Gives the refusals by key. */
async function saveAll(changes: readonly Change[]): Promise<Map<string, string>> {
  const refused = async (list: readonly Change[]) => {
    const failures: [Change, string][] = [];
    for (const change of list) {
      try {
        await services.admin['PUT /admin/settings/:key']({ params: { key: change.setting.key }, body: { value: change.next } });
      } catch (thrown) {
        const problem = problemOf(thrown, messages.saveFailed);
        failures.push([change, problem.issues[0]?.message ?? problem.message]);
      }
    }
    return failures;
  };
  const first = await refused(changes);
  const again = first.length < changes.length ? await refused(first.map(([change]) => change)) : first;
  return new Map(again.map(([{ setting }, reason]) => [setting.key, reason]));
}

export function SettingsForm({ title, about, settings, onSaved }: SettingsFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const changes = settings.flatMap((setting): Change[] => {
    const entered = typed[setting.key];
    if (setting.isFixed || entered === undefined || entered === typedOf(setting)) return [];
    return [{ setting, next: valueOf(setting, entered) }];
  });

  const save = async () => {
    const failures = await saveAll(changes);
    setProblems(failures);
    setTyped(Object.fromEntries(Object.entries(typed).filter(([key]) => failures.has(key))));
    setSaved(failures.size === 0);
    setAsking(false);
    if (failures.size < changes.length) onSaved();
  };

  return (
    <>
      <FormSection
        title={title}
        description={about}
        saveLabel="Save changes"
        result={resultOf(isSaved, problems.size, changes.length)}
        onSave={(event) => {
          event.preventDefault();
          setSaved(false);
          if (changes.length > 0) setAsking(true);
        }}
        actions={
          changes.length > 0 ? (
            <Button
              kind="quiet"
              onPress={() => {
                setTyped({});
                setProblems(new Map());
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
            typed={typed[setting.key] ?? typedOf(setting)}
            error={problems.get(setting.key)}
            onTyped={(value) => {
              setSaved(false);
              setTyped({ ...typed, [setting.key]: value });
            }}
          />
        ))}
      </FormSection>
      <ConfirmDialog
        open={isAsking}
        title={changes.length === 1 ? 'Save this change?' : `Save ${String(changes.length)} changes?`}
        tone="plain"
        verb="Save changes"
        consequence="It holds at once, for everybody."
        onConfirm={save}
        onClose={() => setAsking(false)}
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

function resultOf(isSaved: boolean, problems: number, changes: number) {
  if (isSaved) return { tone: 'ok' as const, text: said(messages.saved) };
  if (problems > 0 && changes > 0)
    return {
      tone: 'danger' as const,
      text:
        problems === 1
          ? 'One change was not taken. See the marked field.'
          : `${String(problems)} changes were not taken. See the marked fields.`,
    };
  return null;
}

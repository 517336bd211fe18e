/** The settings of one group, with the ways to the others. */
import { rights } from '@contract/kernel/rights';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useIntents } from '@web/session/store/hooks';
import { useMay } from '@web/session/use-may';
import { settingsUpdated } from '@web/session/settings.slice';
import { uiOf, uiUpdated } from '@web/session/store/ui.slice';
import { Button } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { Notice } from '@web/ui/feedback/notice';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { useRouter } from 'next/router';
import { ConsoleFrame } from '../parts/console-frame';
import { Facts } from '../parts/detail-list';
import { groupLabels, groupsInOrder } from '../groups';
import { LookSettings } from './look-settings';
import { MailTest } from './mail-test';
import { MaintenanceSwitch } from './maintenance-switch';
import { groupOf, settingsRead } from '../reads';
import { wordsOf } from '../setting-value';
import type { AdminSetting } from '../setting-value';
import type { SettingGroup } from '@contract/kernel/settings';
import { said } from '@web/lib/said';
import { SettingsForm } from './settings-form';
import { Trials } from '../connection-tests/connection-tests';
import styles from '../parts/console.module.css';

const tabs = groupsInOrder.map(({ group, title }) => ({ value: group, label: title }));

export function SettingsScreen() {
  const { group: asked } = useRouter().query;
  const group = groupOf(typeof asked === 'string' ? asked : undefined);
  const tell = useIntents();
  const { data, error, mutate } = useEndpoint('GET /admin/settings', group === undefined ? null : settingsRead(group));
  if (group === undefined) {
    return (
      <ConsoleFrame title="Settings">
        <Empty title="There is no such group of settings" action={<Button href="/admin/settings/general">Open the site settings</Button>} />
      </ConsoleFrame>
    );
  }
  const saved = () => {
    void mutate();
    // What visitors see follows at once, also where the socket is away.
    services.site['GET /settings/public']().then(
      (settings) => {
        tell(settingsUpdated(settings));
        tell(uiUpdated(uiOf(settings)));
      },
      () => undefined,
    );
  };
  return (
    <ConsoleFrame title="Settings">
      <TabRow label="Groups of settings" tabs={tabs} current={group} hrefOf={(value) => `/admin/settings/${value}`} />
      {error && data === undefined ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {!error && data === undefined ? <Skeleton shape="form" count={4} label="Loading settings…" /> : null}
      {data === undefined ? null : <Group key={group} group={group} settings={data} onSaved={saved} />}
    </ConsoleFrame>
  );
}

interface GroupProps {
  group: SettingGroup;
  settings: readonly AdminSetting[];
  onSaved: () => void;
}

function Group({ group, settings, onSaved }: GroupProps) {
  const { title, about } = groupLabels[group];
  const may = useMay();
  if (!may('settings.change')) return <SettingsRead title={title} settings={settings} />;
  if (group === 'maintenance') return <MaintenanceSwitch settings={settings} onSaved={onSaved} />;
  if (group === 'look') return <LookSettings title={title} about={about} settings={settings} onSaved={onSaved} />;
  return (
    <>
      {settings.length > 0 ? <SettingsForm title={title} about={about} settings={settings} onSaved={onSaved} /> : null}
      {group === 'mail' ? <MailTest title={title} about={about} /> : null}
      <Trials group={group} />
    </>
  );
}

/** The settings of a group for an operator who may see them alone. */
function SettingsRead({ title, settings }: { title: string; settings: readonly AdminSetting[] }) {
  return (
    <div className={styles.stack}>
      <Notice tone="hint">You may see these settings. To change them takes the right: {rights['settings.change']}.</Notice>
      <Facts title={title} facts={settings.map((setting) => ({ label: said(setting.label), value: wordsOf(setting) }))} />
    </div>
  );
}

/** The settings of one group, with links to the other groups. */
import { rights } from '@contract/kernel/rights';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAppDispatch } from '@web/session/store/hooks';
import { useHasRight } from '@web/session/use-has-right';
import { settingsUpdated } from '@web/session/store/settings.slice';
import { uiOf, uiUpdated } from '@web/session/store/ui.slice';
import { Button } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { Notice } from '@web/ui/feedback/notice';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useRouter } from 'next/router';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { groupLabels, groupsInOrder } from './groups';
import { BrandingSettings } from './look-settings';
import { MailTest } from './mail-test';
import { MaintenanceSwitch } from './maintenance-switch';
import { groupOf, settingsRequest } from '../parts/requests';
import { formatSetting } from './setting-value';
import type { AdminSetting } from './setting-value';
import type { SettingGroup } from '@contract/kernel/settings';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { SettingsForm } from './settings-form';
import { ConnectionTests } from '../connection-tests/connection-tests';
import styles from '../parts/console.module.css';

const tabs = groupsInOrder.map(({ group, title }) => ({ value: group, label: title }));

export function SettingsScreen() {
  const { group: requestedGroup } = useRouter().query;
  const group = groupOf(typeof requestedGroup === 'string' ? requestedGroup : undefined);
  const dispatch = useAppDispatch();
  const { data, error, mutate } = useEndpoint('GET /admin/settings', group === undefined ? null : settingsRequest(group));
  if (group === undefined) {
    return (
      <ConsoleFrame title="Settings">
        <EmptyState title="Settings section not found" action={<Button href="/admin/settings/general">Open the site settings</Button>} />
      </ConsoleFrame>
    );
  }
  const onSaved = () => {
    void mutate();
    // Public settings are updated immediately, even without a socket connection.
    services.site['GET /settings/public']().then(
      (settings) => {
        dispatch(settingsUpdated(settings));
        dispatch(uiUpdated(uiOf(settings)));
      },
      () => undefined,
    );
  };
  return (
    <ConsoleFrame title="Settings">
      <TabRow label="Settings sections" tabs={tabs} current={group} hrefOf={(value) => `/admin/settings/${value}`} />
      {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!error && data === undefined ? <Skeleton shape="form" count={4} label="Loading settings…" /> : null}
      {data === undefined ? null : <SettingsGroup key={group} group={group} settings={data} onSaved={onSaved} />}
    </ConsoleFrame>
  );
}

interface SettingsGroupProps {
  group: SettingGroup;
  settings: readonly AdminSetting[];
  onSaved: () => void;
}

function SettingsGroup({ group, settings, onSaved }: SettingsGroupProps) {
  const { title, description } = groupLabels[group];
  const may = useHasRight();
  if (!may('settings.change')) return <ReadOnlySettings title={title} settings={settings} />;
  if (group === 'maintenance') return <MaintenanceSwitch settings={settings} onSaved={onSaved} />;
  if (group === 'look') return <BrandingSettings title={title} about={description} settings={settings} onSaved={onSaved} />;
  return (
    <>
      {settings.length > 0 ? <SettingsForm title={title} about={description} settings={settings} onSaved={onSaved} /> : null}
      {group === 'mail' ? <MailTest title={title} about={description} /> : null}
      <ConnectionTests group={group} />
    </>
  );
}

/** The read-only settings of a group. */
function ReadOnlySettings({ title, settings }: { title: string; settings: readonly AdminSetting[] }) {
  return (
    <div className={styles.stack}>
      <Notice tone="hint">You can view these settings. To change them, you need this permission: {rights['settings.change']}.</Notice>
      <DetailList
        title={title}
        details={settings.map((setting) => ({ label: translateMessage(setting.label), value: formatSetting(setting) }))}
      />
    </div>
  );
}

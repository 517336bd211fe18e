/** Buttons that test the services of a group of settings, with their results. */
import type { SettingGroup } from '@contract/kernel/settings';
import type { BodyOf, ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

interface TestTexts {
  title: string;
  about: string;
  button: string;
}
type TestResult = ResponseOf<'POST /admin/settings/storage-test'>;

interface ConnectionTest extends TestTexts {
  run: (body: BodyOf<'POST /admin/settings/geo-test'>) => Promise<TestResult>;
  /** Whether the test takes an IP address to look up. */
  asksAddress?: boolean;
}

const tests: Partial<Record<SettingGroup, ConnectionTest>> = {
  storage: {
    title: 'Test storage',
    about: 'Writes a small test file to storage, reads part of it, then deletes it.',
    button: 'Test storage',
    run: () => services.admin['POST /admin/settings/storage-test'](),
  },
  payment: {
    title: 'Test payment gateway',
    about: 'Checks that the gateway recognizes your account. No money moves.',
    button: 'Test payment gateway',
    run: () => services.admin['POST /admin/settings/gateway-test'](),
  },
  geo: {
    title: 'Look up an IP address',
    about: 'Shows which country the site detects for an IP address. The lookup stays on your server.',
    button: 'Look up',
    run: (body) => services.admin['POST /admin/settings/geo-test']({ body }),
    asksAddress: true,
  },
  streaming: {
    title: 'Test live streaming',
    about: 'Creates and deletes a test room. Live streams are not affected.',
    button: 'Test live streaming',
    run: () => services.admin['POST /admin/settings/live-test'](),
  },
};

/** The connection tests of a group; most groups have none. */
export function ConnectionTests({ group }: { group: SettingGroup }) {
  const test = tests[group];
  return test ? <ConnectionTestForm {...test} /> : null;
}

const bodyOf = ({ address }: { address: string }) => ({ address: address.trim() });

function ConnectionTestForm({ title, about, button, run, asksAddress = false }: ConnectionTest) {
  const [testResult, setTestResult] = useState<TestResult | null>(null);
  const form = useForm({
    defaultValues: { address: '' },
    resolver: contractResolver('POST /admin/settings/geo-test', () => import('@contract/site/admin'), bodyOf, {
      address: { empty: 'Enter an IP address.' },
    }),
  });
  const { busy, error, submit } = useSend(form, async (values) => {
    setTestResult(null);
    setTestResult(await run(bodyOf(values)));
  });
  const success = testResult && ({ tone: 'ok', text: `${testResult.detail} It took ${String(testResult.took_ms)} ms.` } as const);
  return (
    <FormSection
      title={title}
      description={about}
      saveLabel={button}
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : success}
      onSave={submit}
    >
      {asksAddress ? (
        <TextField
          label="IP address"
          hint="For example, 203.0.113.9 or 2001:db8::1."
          autoCapitalize="none"
          spellCheck={false}
          maxLength={45}
          error={form.formState.errors.address}
          {...form.register('address')}
        />
      ) : null}
    </FormSection>
  );
}

/** Buttons that try what a group of settings names, and say what came of it. */
import type { SettingGroup } from '@contract/kernel/settings';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

interface TrialWords {
  title: string;
  about: string;
  button: string;
}
type Tried = AnswerOf<'POST /admin/settings/storage-test'>;

interface Plan extends TrialWords {
  run: (address: string) => Promise<Tried>;
  /** Whether it takes an address to look up. */
  asksAddress?: boolean;
}

const plans: Partial<Record<SettingGroup, Plan>> = {
  storage: {
    title: 'Try the storage',
    about: 'Writes a small file where all files lie, reads a part of it, and removes it.',
    button: 'Try the storage',
    run: () => services.admin['POST /admin/settings/storage-test'](),
  },
  payment: {
    title: 'Try the gateway',
    about: 'Asks the gateway who this site is to it. No money moves.',
    button: 'Try the gateway',
    run: () => services.admin['POST /admin/settings/gateway-test'](),
  },
  geo: {
    title: 'Look up an address',
    about: 'Says which country the site takes an address to be in. The question does not leave this machine.',
    button: 'Look up',
    run: (address) => services.admin['POST /admin/settings/geo-test']({ body: { address } }),
    asksAddress: true,
  },
  streaming: {
    title: 'Try the live engine',
    about: 'Makes a room and a ticket to it, and takes the room away again. Shows go on meanwhile.',
    button: 'Try the live engine',
    run: () => services.admin['POST /admin/settings/live-test'](),
  },
};

/** What can be tried of a group; nothing for most. */
export function Trials({ group }: { group: SettingGroup }) {
  const plan = plans[group];
  return plan ? <Trial {...plan} /> : null;
}

function Trial({ title, about, button, run, asksAddress = false }: Plan) {
  const [tried, setTried] = useState<Tried | null>(null);
  const form = useForm({ defaultValues: { address: '' } });
  const { busy, problem, submit } = useSend(form, async ({ address }) => {
    setTried(null);
    setTried(await run(address.trim()));
  });
  const worked = tried && ({ tone: 'ok', text: `${tried.detail} It took ${String(tried.took_ms)} ms.` } as const);
  return (
    <FormSection
      title={title}
      description={about}
      saveLabel={button}
      busy={busy}
      result={problem ? { tone: 'danger', text: problem.message } : worked}
      onSave={submit}
    >
      {asksAddress ? (
        <TextField
          label="IP address"
          hint="Such as 203.0.113.9 or 2001:db8::1."
          autoCapitalize="none"
          spellCheck={false}
          maxLength={45}
          error={form.formState.errors.address}
          {...form.register('address', { validate: (address) => address.trim() !== '' || 'Enter an IP address.' })}
        />
      ) : null}
    </FormSection>
  );
}

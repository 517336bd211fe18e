/** Countries from which a performer's page cannot be seen. */
import * as limits from '@contract/kernel/limits';
import { messages } from '@contract/kernel/errors';
import { Controller } from 'react-hook-form';
import { services } from '@web/services/services';
import { useCountries } from '@web/services/use-reference';
import { useIntents } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-draft';
import { useSend } from '@web/forms/use-send';
import { userReplaced } from '@web/session/store/user.slice';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { SearchManyField } from '@web/ui/forms/search-select';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';

export function BlockedCountries() {
  const performer = usePerformer();
  return performer === null ? null : <CountriesForm performer={performer} />;
}

function CountriesForm({ performer }: { performer: Performer }) {
  const tell = useIntents();
  const countries = useCountries();
  const form = useDraftedForm({ defaultValues: { countryCodes: performer.blockedCountries } }, { place: 'account-blocked-countries' });
  const { busy, problem, submit } = useSend(
    form,
    async ({ countryCodes }) => {
      const saved = await services.blocking['POST /block/countries']({ body: { countryCodes } });
      tell(userReplaced({ ...performer, blockedCountries: saved.countryCodes }));
      form.forgetDraft();
      form.reset({ countryCodes: saved.countryCodes });
      showToast({ tone: 'ok', text: messages.saved });
    },
    { otherwise: messages.saveFailed },
  );
  const own = performer.country;
  const closesOwn = own !== null && form.watch('countryCodes').includes(own);
  return (
    <FormSection
      title="Blocked countries"
      description="People there do not find you and cannot open your page."
      busy={busy}
      result={problem ? { tone: 'danger', text: problem.message } : null}
      onSave={submit}
    >
      <Controller
        control={form.control}
        name="countryCodes"
        render={({ field, fieldState }) => (
          <SearchManyField
            label="Countries"
            optional
            placeholder="Search a country"
            options={countries}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            countMax={limits.countriesMax}
            error={fieldState.error}
          />
        )}
      />
      {closesOwn ? (
        <Notice tone="warn" title="This is your own country">
          {countries.find(({ value }) => value === own)?.label ?? own} is on the list: people near you will not see your page, and nor will
          you while logged out.
        </Notice>
      ) : null}
    </FormSection>
  );
}

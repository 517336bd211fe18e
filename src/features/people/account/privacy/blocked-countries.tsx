/** Countries in which a performer's page is hidden. */
import * as limits from '@contract/kernel/limits';
import * as messages from '@contract/kernel/messages';
import { Controller } from 'react-hook-form';
import { services } from '@web/services/services';
import { useCountries } from '@web/services/use-reference';
import { useAppDispatch } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-drafted-form';
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
  const dispatch = useAppDispatch();
  const countries = useCountries();
  const form = useDraftedForm({ defaultValues: { countryCodes: performer.blockedCountries } }, { draftKey: 'account-blocked-countries' });
  const { busy, error, submit } = useSend(
    form,
    async ({ countryCodes }) => {
      const saved = await services.blocking['POST /block/countries']({ body: { countryCodes } });
      dispatch(userReplaced({ ...performer, blockedCountries: saved.countryCodes }));
      form.removeDraft();
      form.reset({ countryCodes: saved.countryCodes });
      showToast({ tone: 'ok', text: messages.saved });
    },
    { fallbackMessage: messages.saveFailed },
  );
  const ownCountry = performer.country;
  const blocksOwnCountry = ownCountry !== null && form.watch('countryCodes').includes(ownCountry);
  return (
    <FormSection
      title="Blocked countries"
      description="People in these countries can’t find you or open your profile."
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      onSave={submit}
    >
      <Controller
        control={form.control}
        name="countryCodes"
        render={({ field, fieldState }) => (
          <SearchManyField
            label="Countries"
            optional
            placeholder="Search countries"
            options={countries}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            countMax={limits.countriesMax}
            error={fieldState.error}
          />
        )}
      />
      {blocksOwnCountry ? (
        <Notice tone="warn" title="This is your own country">
          {countries.find(({ value }) => value === ownCountry)?.label ?? ownCountry} is on the list. People near you won’t see your profile,
          and neither will you when logged out.
        </Notice>
      ) : null}
    </FormSection>
  );
}

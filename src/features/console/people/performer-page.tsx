/** One performer: their details, their two identity documents, and the decision on them. */
import { attributeOptions } from '@contract/kernel/attributes';
import { errorMessage } from '@web/lib/i18n/error-message';
import { formatCurrency } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import { countryName, languageName } from '@web/lib/i18n/place-names';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Avatar } from '@web/ui/people/avatar';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { ClearingPanel } from './clearing-panel';
import { CommissionPanel } from './commission-panel';
import { ConsoleFrame } from '../parts/console-frame';
import { NotesPanel } from '../operations/notes-panel';
import { DocumentReview } from './document-review';
import type { AdminPerformer } from './document-review';
import { DetailList } from '../parts/detail-list';
import { byId } from '../parts/requests';
import { StatusTag } from '../parts/status-tags';
import styles from '../parts/console.module.css';

const genderLabel = (gender: string | null): string | null =>
  gender === null ? null : translateMessage(attributeOptions.gender.find(({ value }) => value === gender)?.label ?? gender);

const back = { href: '/admin/performers', label: 'Back to creators' };

export function PerformerScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /admin/performers/:id', typeof id === 'string' ? byId(id) : null, {
    revalidateOnFocus: false,
  });
  if (data === undefined) {
    return (
      <ConsoleFrame title="Creator" back={back}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the creator…" />}
      </ConsoleFrame>
    );
  }
  const onChanged = (next: AdminPerformer) => void mutate(next, { revalidate: false });
  return (
    <ConsoleFrame title={data.name} back={back}>
      <div className={styles.stack}>
        <Identity performer={data} />
        <DocumentReview performer={data} onChanged={onChanged} />
        <div className={styles.halves}>
          <Basics performer={data} />
          <VisibilityPanel performer={data} onChanged={onChanged} />
          <CommissionPanel performer={data} onChanged={onChanged} />
          <ClearingPanel performer={data} onChanged={onChanged} />
        </div>
        <NotesPanel accountId={data._id} name={data.name} />
      </div>
    </ConsoleFrame>
  );
}

function Identity({ performer }: { performer: AdminPerformer }) {
  return (
    <div className={styles.identity}>
      <Avatar name={performer.name} src={performer.avatar} size="huge" />
      <div>
        <p className={styles.stateLine}>
          <StatusTag of={performer.verification} /> {performer.status === 'active' ? null : <StatusTag of={performer.status} />}
        </p>
        <p className={styles.quiet}>{performer.username === null ? 'No username yet' : <bdi>@{performer.username}</bdi>}</p>
      </div>
      <div className={styles.actions}>
        <Button href={profilePath({ id: performer._id, username: performer.username })}>View profile</Button>
        <Button href={`/admin/users/${performer._id}`}>Open account</Button>
      </div>
    </div>
  );
}

function Basics({ performer }: { performer: AdminPerformer }) {
  const { currency } = useSettings();
  const { country, city } = performer;
  return (
    <DetailList
      title="Basics"
      details={[
        { label: 'Email', value: performer.email },
        { label: 'Date of birth', value: performer.dateOfBirth },
        { label: 'Gender', value: genderLabel(performer.gender) },
        { label: 'Location', value: [city, country === null ? null : countryName(country)].filter(Boolean).join(', ') },
        { label: 'Languages', value: performer.languages.map((code) => languageName(code)).join(', ') },
        { label: 'Monthly', value: formatCurrency(performer.monthlyPrice, currency) },
        { label: 'Yearly', value: formatCurrency(performer.yearlyPrice, currency) },
        { label: 'Joined', value: <TimeAgo at={performer.createdAt} /> },
      ]}
    />
  );
}

function VisibilityPanel({ performer, onChanged }: { performer: AdminPerformer; onChanged: (next: AdminPerformer) => void }) {
  const may = useHasRight();
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const setFeatured = async (isFeatured: boolean) => {
    setBusy(true);
    setError(undefined);
    try {
      onChanged(await services.admin['PUT /admin/performers/:id']({ params: { id: performer._id }, body: { isFeatured } }));
      showToast({ text: isFeatured ? `${performer.name} is featured` : `${performer.name} is no longer featured`, tone: 'ok' });
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel} aria-label="Visibility">
      <h2 className={styles.panelTitle}>Visibility</h2>
      {may('people.change') ? (
        <SwitchField
          label="Feature this creator"
          hint="Highlights the creator in suggestions."
          checked={performer.isFeatured}
          disabled={busy}
          error={error}
          onChange={(event) => void setFeatured(event.target.checked)}
        />
      ) : (
        <p className={styles.quiet}>{performer.isFeatured ? 'Featured.' : 'Not featured.'}</p>
      )}
    </section>
  );
}

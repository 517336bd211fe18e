/** People who appear in the show: asked for consent in the studio, before it begins and while it is running, with the reply of each. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import { showFailure } from '@web/forms/show-failure';
import { peopleBodyOf, peopleFormValues } from '@web/social/shown-people';
import type { StoredPeople, ShownPeople } from '@web/social/shown-people';
import { ShownPeoplePicker } from '@web/social/shown-people-picker';
import { isRunning } from '@web/lib/running-show';
import { Notice } from '@web/ui/feedback/notice';
import { ownPlannedRequest } from '../show-settings/studio-requests';
import type { OwnShow } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

interface StudioPeopleProps {
  show: Pick<OwnShow, 'people' | 'stream'>;
  /** Id of the scheduled ticketed show that is about to start; empty for none. */
  plannedShowId?: string;
  /** Called after a change, even a failed one. */
  onChanged: () => Promise<void>;
}

const nameOf = ({ person, release }: StoredPeople[number]): string => person?.name ?? release?.name ?? 'Deleted account';
const hasDeclined = ({ consent }: StoredPeople[number]): boolean => consent === 'declined' || consent === 'withdrawn';

export function StudioPeople({ show: { people, stream }, plannedShowId = '', onChanged }: StudioPeopleProps) {
  const currentPeople = peopleFormValues({ people });
  /** The latest choice, until the API has responded. */
  const [unsavedPeople, setUnsavedPeople] = useState<ShownPeople | null>(null);
  const isShowRunning = isRunning(stream);
  const shown = unsavedPeople ?? currentPeople;
  const change = async (next: Partial<ShownPeople>) => {
    const nextPeople = { ...shown, ...next };
    setUnsavedPeople(nextPeople);
    try {
      await services.streaming['PUT /streaming/people']({ body: peopleBodyOf(nextPeople) });
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    }
    await onChanged();
    setUnsavedPeople(null);
  };
  return (
    <section className={styles.panel} aria-labelledby="studio-people">
      <h2 id="studio-people" className={styles.panelTitle}>
        People in your stream
      </h2>
      {isShowRunning ? null : <MissingConsentNotice people={people} />}
      <ShownPeoplePicker
        title="Other participants"
        note={
          isShowRunning
            ? 'Add people before they appear on camera. Viewers see their name once they agree.'
            : 'Add everyone who can be seen or heard. We ask them right away. You can start once they all agree.'
        }
        shown={shown}
        stored={people}
        onChange={(next) => void change(next)}
      />
      {isShowRunning || plannedShowId === '' ? null : <AgreedWithPost id={plannedShowId} />}
    </section>
  );
}

/** An alert beside the video that someone in the running show does not consent. */
export function NonConsentingPeople({ people }: { people: StoredPeople }) {
  return people.filter(hasDeclined).map((person) => (
    <Notice key={person._id} tone="danger" title={`${nameOf(person)} doesn’t agree to be shown`}>
      Take them off camera and sound now, or end your stream. Viewers no longer see their name.
    </Notice>
  ));
}

/** Explains why a show cannot start yet: someone has declined or not replied. */
function MissingConsentNotice({ people }: { people: StoredPeople }) {
  const isConsentPending = people.some(({ consent }) => consent === 'asked');
  if (people.some(hasDeclined)) return <Notice tone="warn">Someone doesn’t agree to be shown. Remove them to start your stream.</Notice>;
  return isConsentPending ? <Notice>You can start once everyone listed agrees. We’ve sent each of them a notification.</Notice> : null;
}

/** People who have agreed to appear in the post that scheduled the show. */
function AgreedWithPost({ id }: { id: string }) {
  const { data } = useEndpoint('GET /performer/feeds', ownPlannedRequest);
  const agreed = data?.data.find(({ _id }) => _id === id)?.people?.filter(({ consent }) => consent === 'accepted') ?? [];
  if (agreed.length === 0) return null;
  return <p className={styles.quiet}>Already agreed in your post: {agreed.map(nameOf).join(', ')}</p>;
}

/** Before a show: choosing the scheduled ticketed show that it is, if any. The next show that is due is preselected. */
import { useEffect, useRef } from 'react';
import * as limits from '@contract/kernel/limits';
import { titleOf } from '@web/lib/wording/item-labels';
import { soldText } from '@web/lib/wording/ticket-labels';
import { useEndpoint } from '@web/services/use-endpoint';
import { Radios } from '@web/ui/forms/radios';
import { FullTime } from '@web/ui/display/times';
import { serverNow } from '@web/lib/server-clock';
import { upcomingTicketed } from '../planning/studio-planned';
import { ownPlannedRequest } from '../show-settings/studio-requests';
import type { OwnPlanned } from '../show-settings/studio-requests';

const minute_ms = 60_000;
const noTicketedShow = '';

/** Whether a show can start now by the estimated server time; the API decides. */
const canStart = ({ streamScheduledAt }: OwnPlanned): boolean =>
  streamScheduledAt !== null && Date.parse(streamScheduledAt) - serverNow() <= limits.ticket.startsEarly_min * minute_ms;

interface TicketedStartProps {
  /** The id of the chosen show; empty for a show without tickets sold in advance. */
  value: string;
  onChange: (post: OwnPlanned | null) => void;
}

export function TicketedStart({ value, onChange }: TicketedStartProps) {
  const { data } = useEndpoint('GET /performer/feeds', ownPlannedRequest);
  const due = upcomingTicketed(data?.data ?? []).filter(canStart);
  const [first] = due;
  const isPreselected = useRef(false);
  const onChangeRef = useRef(onChange);
  useEffect(() => {
    onChangeRef.current = onChange;
  });
  useEffect(() => {
    if (data === undefined || isPreselected.current) return;
    isPreselected.current = true;
    // A draft may refer to a show that has since taken place or been canceled.
    onChangeRef.current(first ?? null);
  }, [data, first]);
  if (due.length === 0) return null;
  return (
    <Radios
      label="Choose a stream"
      value={value}
      onChange={(id) => onChange(due.find((post) => post._id === id) ?? null)}
      options={[
        ...due.map((post) => ({
          value: post._id,
          label: titleOf(post),
          note: (
            <>
              <FullTime at={post.streamScheduledAt ?? ''} /> · {soldText(post.totalSold ?? 0, post.tickets?.capacity ?? null)}
            </>
          ),
        })),
        { value: noTicketedShow, label: 'Another stream', note: 'Tickets you’ve sold aren’t valid for it.' },
      ]}
    />
  );
}

/** The printable record sheet of an item: who is shown, who published it, and the proof of their age and consent. */
import type { ConsentEvent, RecordKind } from '@contract/kernel/values/content';
import { useRouter } from 'next/router';
import { consentMarks } from '@web/lib/wording/consent-labels';
import { shortDate } from '@web/lib/i18n/dates';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { columnCountStyle } from '@web/ui/display/grid-count';
import { FullTime } from '@web/ui/display/times';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList, type Detail } from '../parts/detail-list';
import { IdentityDocument } from '../parts/paper-box';
import { byId } from '../parts/requests';
import styles from '../parts/console.module.css';

type RecordSheet = ResponseOf<'GET /admin/items/:id/record'>;
type Person = RecordSheet['people'][number];

const kindLabels: Readonly<Record<RecordKind, string>> = {
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  photo: 'Photo',
  product: 'Product',
  show: 'Live stream',
};
const eventLabels: Readonly<Record<ConsentEvent, string>> = {
  asked: 'Requested',
  'asked-again': 'Requested again',
  accepted: 'Agreed',
  declined: 'Refused',
  withdrawn: 'Withdrawn',
  'not-me': 'Said it shows someone else',
  removed: 'Removed by the creator',
};
const documentLabels = { idVerification: 'ID', documentVerification: 'Selfie with ID' } as const;

export function RecordPage() {
  const id = useRouter().query['id'];
  const { data, error, mutate } = useEndpoint('GET /admin/items/:id/record', typeof id === 'string' ? byId(id) : null, {
    revalidateOnFocus: false,
  });
  return (
    <ConsoleFrame
      title="Record sheet"
      lead="Who appears in this item, with proof of their age and consent. The audit log records that you viewed it."
    >
      {data ? (
        <RecordSheetDetails sheet={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton shape="form" count={4} label="Loading the record sheet…" />
      )}
    </ConsoleFrame>
  );
}

const when = (at: string | null) => (at === null ? null : <FullTime at={at} />);
const day = (at: string | null) => (at === null ? null : shortDate(at));

const identityDetails = ({ legalName, dateOfBirth, verifiedAt }: Pick<Person, 'legalName' | 'dateOfBirth' | 'verifiedAt'>): Detail[] => [
  { label: 'Full name', value: legalName },
  { label: 'Date of birth', value: day(dateOfBirth) },
  { label: 'Identity verified', value: when(verifiedAt) },
];

function RecordSheetDetails({ sheet }: { sheet: RecordSheet }) {
  const { publisher, people } = sheet;
  return (
    <div className={styles.stack}>
      <div className={styles.actions}>
        <Button onPress={() => window.print()}>Print</Button>
      </div>
      <DetailList
        title={kindLabels[sheet.kind]}
        details={[
          { label: 'Title', value: sheet.title },
          { label: 'Number', value: sheet._id },
          { label: 'Created', value: when(sheet.createdAt) },
          { label: sheet.kind === 'show' ? 'Went live' : 'First published', value: when(sheet.publishedAt) },
          ...(sheet.deletedAt === null ? [] : [{ label: 'Deleted', value: when(sheet.deletedAt) }]),
        ]}
      />
      <DetailList
        title="Published by"
        details={[{ label: 'Account', value: publisher.person?.username ?? 'Deleted account' }, ...identityDetails(publisher)]}
      />
      {publisher.papers.length === 0 ? null : (
        <div className={styles.papers} style={columnCountStyle(publisher.papers.length)}>
          {publisher.papers.map(({ type, file }) => (
            <IdentityDocument key={type} title={documentLabels[type]} file={file} />
          ))}
        </div>
      )}
      {people.length === 0 ? (
        <EmptyState title="No one else is named" />
      ) : (
        people.map((person) => <PersonRecord key={person._id} person={person} />)
      )}
    </div>
  );
}

function PersonRecord({ person }: { person: Person }) {
  const { consent, isRemoved, history, papers, releasePapers, release } = person;
  const files = [
    ...papers.map(({ type, file }) => ({ title: documentLabels[type], file })),
    ...releasePapers.map((file, index) => ({ title: index === 0 ? 'Signed form' : 'ID', file })),
  ];
  return (
    <>
      <DetailList
        title={person.person?.name ?? release?.name ?? 'Deleted account'}
        details={[
          { label: 'Consent', value: <StateMark {...consentMarks[consent]} /> },
          ...(isRemoved ? [{ label: 'Name', value: 'No longer named' }] : []),
          ...identityDetails(person),
          ...history.map(({ event, at }) => ({ label: eventLabels[event], value: when(at) })),
        ]}
      />
      {files.length === 0 ? null : (
        <div className={styles.papers} style={columnCountStyle(files.length)}>
          {files.map(({ title, file }) => (
            <IdentityDocument key={file._id} title={title} file={file} />
          ))}
        </div>
      )}
    </>
  );
}

/** The mail outbox: what a site without a mail server would have sent. */
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { MailIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { ConsoleFrame } from '../parts/console-frame';
import { mailsRead, mailSorts, mailStatuses } from '../reads';
import { SearchTable } from '@web/ui/lists/search-table';
import { useTable } from '@web/ui/lists/use-table';
import { State, stateOptions } from '../words';
import styles from '../parts/console.module.css';

type Mail = AnswerOf<'GET /admin/mails/search'>['data'][number];

const columns: readonly TableColumn<Mail>[] = [
  {
    key: 'subject',
    title: 'Subject',
    render: ({ _id, subject }) => (
      <Link className={styles.rowLink} href={`/admin/mails/${_id}`}>
        {subject}
      </Link>
    ),
  },
  { key: 'to', title: 'Sent to', render: ({ to }) => to },
  { key: 'template', title: 'Template', render: ({ template }) => template },
  { key: 'status', title: 'Status', render: ({ status }) => <State of={status} /> },
  { key: 'createdAt', title: 'Written', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const choices = [{ key: 'status', label: 'Status', any: 'Any status', options: stateOptions(mailStatuses) }];

export function MailsScreen() {
  const place = useTable(mailSorts, choices);
  const found = useEndpoint('GET /admin/mails/search', mailsRead(place.address), { keepPreviousData: true });
  if (found.error?.error === 'mail_not_found') {
    return (
      <ConsoleFrame title="Mail outbox">
        <Empty
          icon={<MailIcon />}
          title="Mails go out by the mail server"
          text="The outbox shows messages only while no mail server is set: they hold links that sign people in."
        />
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame title="Mail outbox" lead="No mail server is set, so messages stay here. Reading one is noted.">
      <SearchTable<Mail>
        label="Mails"
        searchLabel="Search mails"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        empty={
          <Empty
            icon={<MailIcon />}
            title={place.isFiltered ? 'No mail matches' : 'No mail yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'Messages to people appear here as soon as there are some.'}
          />
        }
      />
    </ConsoleFrame>
  );
}

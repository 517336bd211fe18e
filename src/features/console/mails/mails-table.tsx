/** The mail outbox: the messages that a site without a mail server did not send. */
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { MailIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { ConsoleFrame } from '../parts/console-frame';
import { mailStatuses } from '@contract/kernel/values/site';
import { mailsRequest, mailSorts } from '../parts/requests';
import { SearchTable } from '@web/ui/lists/search-table';
import { useTable } from '@web/ui/lists/use-table';
import { StatusTag, statusOptions } from '../parts/status-tags';
import styles from '../parts/console.module.css';

type Mail = ResponseOf<'GET /admin/mails/search'>['data'][number];

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
  { key: 'status', title: 'Status', render: ({ status }) => <StatusTag of={status} /> },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

const filters = [{ key: 'status', label: 'Status', anyLabel: 'Any status', options: statusOptions(mailStatuses) }];

const undeliverableButton = () => <Button href="/admin/mails/undeliverable">Undeliverable addresses</Button>;

export function MailsScreen() {
  const table = useTable(mailSorts, filters);
  const result = useEndpoint('GET /admin/mails/search', mailsRequest(table.urlQuery), { keepPreviousData: true });
  if (result.error?.error === 'mail_not_found') {
    return (
      <ConsoleFrame title="Email outbox" actions={undeliverableButton()}>
        <EmptyState
          icon={<MailIcon />}
          title="Emails are sent by your email server"
          text="The outbox is only available without an email server, because emails can contain login links."
        />
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame
      title="Email outbox"
      lead="No email server is set up, so emails stay here. Opening one is recorded in the audit log."
      actions={undeliverableButton()}
    >
      <SearchTable<Mail>
        label="Emails"
        searchLabel="Search emails"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            icon={<MailIcon />}
            title={table.isFiltered ? 'No matching emails' : 'No emails yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Emails to users appear here.'}
          />
        }
      />
    </ConsoleFrame>
  );
}

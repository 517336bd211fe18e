/** Messages from the contact form, and the replies to them. */
import * as limits from '@contract/kernel/limits';
import { contactStates } from '@contract/kernel/values/console';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button } from '@web/ui/actions/button';
import { TextAreaField } from '@web/ui/forms/fields';
import { CommentIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConsoleFrame } from '../parts/console-frame';
import { inboxRequest, inboxSorts } from './requests';
import { ContactStatus, contactStatusLabels } from './status-tags';
import { Form } from '@web/ui/forms/form';
import styles from './operations.module.css';

type Message = ResponseOf<'GET /admin/inbox/search'>['data'][number];

const filters = [
  {
    key: 'state',
    label: 'Status',
    anyLabel: 'Any status',
    options: contactStates.map((value) => ({ value, label: contactStatusLabels[value] })),
  },
];

const columnsWith = (onOpen: (message: Message) => void): readonly TableColumn<Message>[] => [
  {
    key: 'name',
    title: 'From',
    render: ({ name, email }) => (
      <>
        <strong>{name}</strong>
        <p className={styles.quiet}>{email}</p>
      </>
    ),
  },
  { key: 'message', title: 'Message', render: ({ message }) => <p className={styles.excerpt}>{message}</p> },
  { key: 'state', title: 'Status', render: ({ reply }) => <ContactStatus answered={reply !== null} /> },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (message) => (
      <Button size="small" onPress={() => onOpen(message)} aria-label={`Open message from ${message.name}`}>
        {message.reply === null ? 'Reply' : 'Open'}
      </Button>
    ),
  },
];

export function InboxScreen() {
  const table = useTable(inboxSorts, filters);
  const result = useEndpoint('GET /admin/inbox/search', inboxRequest(table.urlQuery), { keepPreviousData: true });
  const [opened, setOpened] = useState<Message | null>(null);
  return (
    <ConsoleFrame title="Inbox" lead="Messages from the contact form." actions={<Button href="/admin/mails">Email outbox</Button>}>
      <SearchTable<Message>
        label="Messages"
        searchLabel="Search messages"
        table={table}
        filters={filters}
        result={result}
        columns={columnsWith(setOpened)}
        empty={
          <EmptyState
            icon={<CommentIcon />}
            title={table.isFiltered ? 'No matching messages' : 'No messages yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Messages from the contact form appear here.'}
          />
        }
      />
      <Sheet open={opened !== null} title={opened === null ? '' : `Message from ${opened.name}`} onClose={() => setOpened(null)}>
        {opened === null ? null : (
          <MessageDetails
            message={opened}
            onReplied={() => {
              setOpened(null);
              void result.mutate();
            }}
          />
        )}
      </Sheet>
    </ConsoleFrame>
  );
}

function MessageDetails({ message, onReplied }: { message: Message; onReplied: () => void }) {
  const { name, email, reply } = message;
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {email} · <TimeAgo at={message.createdAt} />
      </p>
      <blockquote className={styles.words}>{message.message}</blockquote>
      {reply === null ? (
        <ReplyForm id={message._id} name={name} onReplied={onReplied} />
      ) : (
        <section aria-label="Reply" className={styles.stack}>
          <p className={styles.quiet}>
            Answered by {reply.by?.name ?? 'a former operator'} · <TimeAgo at={reply.at} />
          </p>
          <blockquote className={styles.words}>{reply.text}</blockquote>
        </section>
      )}
    </div>
  );
}

function ReplyForm({ id, name, onReplied }: { id: string; name: string; onReplied: () => void }) {
  const form = useForm({
    defaultValues: { text: '' },
    resolver: contractResolver(
      'POST /admin/inbox/:id/answer',
      () => import('@contract/safety/desk'),
      (values) => values,
      {
        text: { empty: 'Enter a reply.' },
      },
    ),
  });
  const { busy, error, submit } = useSend(form, async (body) => {
    await services.backOffice['POST /admin/inbox/:id/answer']({ params: { id }, body });
    showToast({ tone: 'ok', text: `Your reply to ${name} is on its way` });
    onReplied();
  });
  return (
    <Form className={styles.stack} onSubmit={submit}>
      <TextAreaField
        label="Your reply"
        hint={`We’ll email it to ${name} with the original message. You can reply only once.`}
        rows={6}
        maxLength={limits.contactMessage.lengthMax}
        error={form.formState.errors.text}
        {...form.register('text')}
      />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          Send reply
        </Button>
      </div>
    </Form>
  );
}

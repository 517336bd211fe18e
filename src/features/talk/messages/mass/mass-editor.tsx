/** Writing a message to many fans, or changing one that waits for its time: what is typed is kept, and nothing is sent twice. */
import * as limits from '@contract/kernel/limits';
import { listRules } from '@contract/values';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { AddressQuery } from '@web/lib/table-query';
import { textAt } from '@web/lib/table-query';
import { useEndpoint } from '@web/services/use-endpoint';
import { Receives } from '@web/checkout/receives';
import { useValueDraft } from '@web/forms/use-draft';
import { dropMedia } from '@web/uploads/use-editor-media';
import { VerifiedOnly } from '@web/session/verified-only';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { AmountField, TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { useFirstFault } from '@web/ui/use-first-fault';
import { fansWords } from '../../../messages/fan-words';
import { MassLists, useReach } from './mass-lists';
import { MassMedia } from './mass-media';
import { firstMass, priceRange } from './mass-values';
import type { ListId, MassMessage, MassValues } from './mass-values';
import { massIdAt, massPath, oneMassRead } from '../../../messages/mass-words';
import { useMassSending } from './use-mass-sending';
import { WhenFields } from './when-fields';
import styles from './mass.module.css';

/** Above so many receivers it is asked once more. */
const asksAbove = 50;

/** The list that the address asks to write to: one that the site keeps, or one of the own. */
function listsAt(query: AddressQuery): ListId[] {
  const asked = textAt(query, 'to');
  if (asked === undefined) return [];
  return [listRules.find((rule) => rule === asked) ?? asked];
}

export function MassEditorScreen() {
  const { query } = useRouter();
  const id = massIdAt(query);
  return (
    <>
      <PageHead
        title={id === null ? 'New mass message' : 'Edit mass message'}
        back={{ href: massPath, label: 'Back to mass messages' }}
        noindex
      />
      <VerifiedOnly>{id === null ? <Editor key="new" message={null} to={listsAt(query)} /> : <Existing key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /mass-messages/:id', oneMassRead(id), { revalidateOnFocus: false });
  if (data === undefined) {
    return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="form" count={4} label="Loading the message…" />;
  }
  if (data.status !== 'scheduled') {
    return (
      <Notice tone="warn" title="It cannot be changed any more" action={<Button href={massPath}>See mass messages</Button>}>
        Only messages that wait for their time can be changed.
      </Notice>
    );
  }
  return <Editor message={data} to={[]} />;
}

function Editor({ message, to }: { message: MassMessage | null; to: ListId[] }) {
  const place = `mass:${message?._id ?? 'new'}`;
  const [values, change, forget] = useValueDraft<MassValues>(place, firstMass(message, to));
  const [isAsking, setAsking] = useState(false);
  const reach = useReach(values);
  const { busy, faults, problem, check, send } = useMassSending({ message, place, values, forget });
  const form = useFirstFault(faults);
  const verb = verbOf(message, values.isLater, reach.total);
  const startOver = () => {
    dropMedia(values.media);
    change(firstMass(message, []));
    forget();
  };
  return (
    <form
      ref={form}
      noValidate
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || !check()) return;
        if (reach.total !== null && reach.total > asksAbove) setAsking(true);
        else send().catch(() => undefined);
      }}
    >
      <MassLists values={values} faults={faults} reach={reach} onChange={change} />
      <TextAreaField
        label="Text"
        rows={5}
        maxLength={limits.messageTextLengthMax}
        error={faults.text}
        value={values.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <MassMedia
        place={place}
        href={`${massPath}/${message?._id ?? 'new'}`}
        media={values.media}
        fault={faults.media}
        onChange={(media) => change({ media })}
      />
      <div className={styles.group}>
        <AmountField
          label="Price"
          optional
          unit="tokens"
          hint={`What a fan pays to open the photos and videos. ${priceRange()} Empty: free.`}
          error={faults.price}
          value={values.price}
          onChange={({ target }) => change({ price: target.value })}
        />
        <Receives text={values.price} />
      </div>
      <WhenFields values={values} fault={faults.at} onChange={change} />
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          {verb}
        </Button>
        <Button kind="quiet" onPress={startOver}>
          {message === null ? 'Start over' : 'Undo my changes'}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`${verb}?`}
        tone="plain"
        verb={verb}
        consequence={
          values.isLater
            ? 'It goes out at its time to whoever is on these lists then. Until then you can change it or take it back.'
            : 'It goes to each of them in a conversation of their own, at once. You can take it back from those who have not bought it.'
        }
        onConfirm={() => send().then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}

function verbOf(message: MassMessage | null, isLater: boolean, total: number | null): string {
  if (isLater) return message === null ? 'Schedule message' : 'Save changes';
  return total === null || total === 0 ? 'Send message' : `Send to ${fansWords(total)}`;
}

/** Sends a mass message from its editor: validates it, sends it once per idempotency key, and revalidates the list. */
import * as messages from '@contract/kernel/messages';
import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { formError } from '@web/lib/form-error';
import { services } from '@web/services/services';
import { isResponseOf } from '@web/services/use-endpoint';
import { serializeError, firstErrorMessage } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { removeFinishedUploads } from '@web/uploads/uploads';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { massBody, massErrors } from './mass-values';
import type { MassErrors, MassMessage, MassValues } from './mass-values';
import { massPath } from './mass-requests';

interface SendingOptions {
  message: MassMessage | null;
  formKey: string;
  values: MassValues;
  removeDraft: () => void;
}

interface Sending {
  busy: boolean;
  errors: MassErrors;
  /** An error that belongs to no field. */
  error: string | null;
  /** Validates and shows the errors; true when there are none. */
  check: () => boolean;
  /** Sends the validated message. Rejects with the error that is also shown beside the form. */
  send: () => Promise<void>;
}

const massMessageMatchers = [isResponseOf('GET /mass-messages'), isResponseOf('GET /mass-messages/:id')];

export function useMassSending({ message, formKey, values, removeDraft }: SendingOptions): Sending {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { keyOf, done } = useIdempotencyKey();
  const isSendingRef = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<MassErrors>({});
  const [error, setError] = useState<string | null>(null);

  const check = () => {
    const invalid = massErrors(values, Date.now());
    const isInvalid = Object.keys(invalid).length > 0;
    setErrors(invalid);
    setError(formError(invalid));
    return !isInvalid;
  };

  const send = async () => {
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    setBusy(true);
    setError(null);
    const body = massBody(values);
    try {
      const sent = await (message === null
        ? services.fans['POST /mass-messages']({ body }, { idempotencyKey: keyOf(body) })
        : services.fans['PUT /mass-messages/:id']({ params: { id: message._id }, body }));
      done();
      removeDraft();
      removeFinishedUploads(formKey);
      void mutate((key: unknown) => massMessageMatchers.some((matches) => matches(key)));
      showToast({ tone: 'ok', text: sent.status === 'scheduled' ? 'Message scheduled' : 'Message is being sent' });
      await router.push(massPath);
    } catch (thrown) {
      setError(firstErrorMessage(serializeError(thrown, messages.saveFailed)));
      throw thrown;
    } finally {
      isSendingRef.current = false;
      setBusy(false);
    }
  };
  return { busy, errors, error, check, send };
}

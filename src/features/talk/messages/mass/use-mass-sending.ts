/** Sending a message to many from its editor: checked first, once per wish, and the list of them asked anew. */
import { messages } from '@contract/kernel/errors';
import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { formProblem } from '@web/lib/form-problem';
import { services } from '@web/services/services';
import { isAnswerOf } from '@web/services/use-endpoint';
import { problemOf, sentenceOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { releaseUploads } from '@web/uploads/uploads';
import { useWishKey } from '@web/session/use-wish-key';
import { massBody, massFaults } from './mass-values';
import type { MassFaults, MassMessage, MassValues } from './mass-values';
import { massPath } from '../../../messages/mass-words';

interface Asked {
  message: MassMessage | null;
  place: string;
  values: MassValues;
  forget: () => void;
}

interface Sending {
  busy: boolean;
  faults: MassFaults;
  /** What no field could say. */
  problem: string | null;
  /** Looks for faults and shows them; true when there are none. */
  check: () => boolean;
  /** Sends what `check` has passed. Rejects with the refusal that it has also put beside the form. */
  send: () => Promise<void>;
}

const stale = [isAnswerOf('GET /mass-messages'), isAnswerOf('GET /mass-messages/:id')];

export function useMassSending({ message, place, values, forget }: Asked): Sending {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const { keyOf, done } = useWishKey();
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<MassFaults>({});
  const [problem, setProblem] = useState<string | null>(null);

  const check = () => {
    const found = massFaults(values, Date.now());
    const isFaulty = Object.keys(found).length > 0;
    setFaults(found);
    setProblem(formProblem(found));
    return !isFaulty;
  };

  const send = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    const body = massBody(values);
    try {
      const sent = await (message === null
        ? services.fans['POST /mass-messages']({ body }, { idempotencyKey: keyOf(body) })
        : services.fans['PUT /mass-messages/:id']({ params: { id: message._id }, body }));
      done();
      forget();
      releaseUploads(place);
      void mutate((key: unknown) => stale.some((is) => is(key)));
      showToast({ tone: 'ok', text: sent.status === 'scheduled' ? 'Message scheduled' : 'Message on its way' });
      await router.push(massPath);
    } catch (thrown) {
      setProblem(sentenceOf(problemOf(thrown, messages.saveFailed)));
      throw thrown;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, faults, problem, check, send };
}

/** Answers of the host by key, for screens that read. Those of one person are forgotten when another takes her place. */
import { useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { swrOptions } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';

interface AnswersProps {
  /** What came with the first page. */
  fallback: Record<string, unknown>;
  children: ReactNode;
}

export function Answers({ fallback, children }: AnswersProps) {
  const accountId = useAccountId();
  const [first] = useState(accountId);
  const [isFirstPerson, setFirstPerson] = useState(true);
  if (isFirstPerson && accountId !== first) setFirstPerson(false);
  const value = useMemo(() => ({ ...swrOptions, fallback: isFirstPerson ? fallback : {} }), [fallback, isFirstPerson]);
  return (
    <SWRConfig value={value}>
      {isFirstPerson ? null : <Forget key={accountId} />}
      {children}
    </SWRConfig>
  );
}

/** Before anything is painted, and before the next person's screens ask: a filter of `mutate` would leave endless lists as they are. */
function Forget(): null {
  const { unload } = useSWRConfig();
  useLayoutEffect(() => unload(), [unload]);
  return null;
}

/** The SWR cache of server responses. It is cleared when another account signs in. */
import { useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { swrOptions } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';

interface ResponseCacheProps {
  /** The initial data of the first page. */
  fallback: Record<string, unknown>;
  children: ReactNode;
}

export function ResponseCache({ fallback, children }: ResponseCacheProps) {
  const accountId = useAccountId();
  const [firstAccountId] = useState(accountId);
  const [isFirstAccount, setFirstAccount] = useState(true);
  if (isFirstAccount && accountId !== firstAccountId) setFirstAccount(false);
  const value = useMemo(() => ({ ...swrOptions, fallback: isFirstAccount ? fallback : {} }), [fallback, isFirstAccount]);
  return (
    <SWRConfig value={value}>
      {isFirstAccount ? null : <ClearCache key={accountId} />}
      {children}
    </SWRConfig>
  );
}

/** Clears the cache before the first paint and before the next account's requests. A `mutate` filter would skip infinite lists. */
function ClearCache(): null {
  const { unload } = useSWRConfig();
  useLayoutEffect(() => unload(), [unload]);
  return null;
}

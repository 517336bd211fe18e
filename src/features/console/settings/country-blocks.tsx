/** Countries that cannot open the site. Blocking the operator's own country requires typing its code. */
import { countWords } from '@web/lib/i18n/counts';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { runInOrder } from '@web/lib/in-order';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { GlobeIcon, PlusIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { SearchSelectField } from '@web/ui/forms/search-select';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import styles from '../parts/console.module.css';

interface CountryBlocksProps {
  /** The country of the operator's IP address, if known. */
  ownCountry: string | null;
}

export function CountryBlocksScreen({ ownCountry }: CountryBlocksProps) {
  const { data, error, mutate } = useEndpoint('GET /admin/blocked-countries', {});
  const { data: countries } = useEndpoint('GET /countries/list', {}, { revalidateOnFocus: false });
  const [isAdding, setAdding] = useState(false);
  const blocked = data?.countryCodes ?? [];
  const countryOf = (code: string) => countries?.find((country) => country.code === code);

  const blockedVisitsText = (code: string): string => {
    const visits = data?.refused.find((row) => row.code === code)?.visits ?? 0;
    return `${countWords(visits, 'visit')} blocked in the last 30 days`;
  };

  /** The API takes the whole list, so each change applies to the list that the previous change returned. */
  const change = (update: (codes: string[]) => string[]) =>
    runInOrder('blocked-countries', async () => {
      const put = (current: typeof data) =>
        services.admin['PUT /admin/blocked-countries']({ body: { countryCodes: update(current?.countryCodes ?? []) } });
      // Data that came with the page is not in the query cache before the first change.
      await mutate((cached = data) => put(cached), { revalidate: false });
    });
  const without = (code: string) => (codes: string[]) => codes.filter((other) => other !== code);
  const block = (code: string) => change((codes) => [...without(code)(codes), code]);
  const showError = (thrown: unknown) => showToast({ text: errorMessage(thrown), tone: 'danger' });
  const unblock = (code: string) => {
    const name = countryOf(code)?.name ?? code;
    change(without(code)).then(
      () => showToast({ text: `${name} unblocked`, tone: 'ok', onUndo: () => void block(code).catch(showError) }),
      showError,
    );
  };

  return (
    <ConsoleFrame
      title="Countries"
      lead="Visitors from these countries can’t open any page or use the API."
      actions={
        <Button kind="primary" icon={<PlusIcon />} disabled={data === undefined} onPress={() => setAdding(true)}>
          Block country
        </Button>
      }
    >
      {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!error && data === undefined ? <Skeleton shape="row" count={4} label="Loading countries…" /> : null}
      {data !== undefined && blocked.length === 0 ? (
        <EmptyState icon={<GlobeIcon />} title="Available worldwide" text="No countries are blocked." />
      ) : null}
      {blocked.length > 0 ? (
        <ul className={styles.countries} aria-label="Blocked countries">
          {blocked.map((code) => (
            <li key={code} className={styles.country}>
              <span className={styles.flag}>
                {countryOf(code) ? <img src={countryOf(code)?.flag} alt="" width={32} height={24} /> : null}
              </span>
              <span className={styles.countryName}>
                {countryOf(code)?.name ?? code} <span className={styles.quiet}>{code}</span>
                <span className={`${styles.quiet} ${styles.under}`}>{blockedVisitsText(code)}</span>
              </span>
              <Button size="small" aria-label={`Unblock ${countryOf(code)?.name ?? code}`} onPress={() => unblock(code)}>
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <BlockCountry
          options={(countries ?? [])
            .filter(({ code }) => !blocked.includes(code))
            .map(({ code, name, flag }) => ({ value: code, label: name, image: flag }))}
          ownCountry={ownCountry}
          onBlock={block}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </ConsoleFrame>
  );
}

interface BlockCountryProps extends CountryBlocksProps {
  options: readonly { value: string; label: string; image: string }[];
  onBlock: (code: string) => Promise<void>;
  onClose: () => void;
}

function BlockCountry({ options, ownCountry, onBlock, onClose }: BlockCountryProps) {
  const [code, setCode] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const isOwn = code !== null && code === ownCountry;
  const block = async () => {
    if (code === null) throw new Error('Choose a country first.');
    if (isOwn && typed.trim().toUpperCase() !== code) throw new Error(`Type ${code} to block your own country.`);
    await onBlock(code);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Block a country"
      consequence="Everyone in this country loses access immediately, including members and subscribers. Operators keep access."
      actionLabel="Block"
      onConfirm={block}
      onClose={onClose}
    >
      <SearchSelectField label="Country" placeholder="Search countries" options={options} value={code} onChange={setCode} />
      {isOwn ? (
        <>
          <Notice tone="warn" title="This is your own country">
            People in your country lose access, and so do you while logged out.
          </Notice>
          <TextField
            label={`Type ${code} to confirm`}
            autoComplete="off"
            autoCapitalize="characters"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      ) : null}
    </ConfirmDialog>
  );
}

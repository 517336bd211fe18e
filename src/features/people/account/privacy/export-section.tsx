/** Exports the user's data: requested, prepared in the background, and downloadable for some days. */
import { useCallback } from 'react';
import type { ExportStatus } from '@contract/kernel/values/files';
import { downloadUrl } from '@web/lib/files/save-file';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { useSave } from '@web/forms/use-saving';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { DownloadIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { Progress } from '@web/ui/feedback/progress';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FullTime } from '@web/ui/display/times';
import { sizeText } from '@web/ui/forms/upload';

type DataExport = ResponseOf<'GET /account/export'>;

const description =
  'A ZIP archive of everything we store about you: profile and settings, published content with its files, messages, purchases, payments and orders. It opens in any browser and includes a machine-readable copy.';
const isPending = (status: ExportStatus): boolean => status === 'waiting' || status === 'running';

function ExportState({ data }: { data: DataExport }) {
  const { status, progress, size, expiresAt } = data;
  if (isPending(status)) return <Progress label="Preparing your archive. We’ll let you know when it’s ready." percent={progress} />;
  if (status === 'ready')
    return (
      <p>
        Your archive is ready{size === null ? '' : `: ${sizeText(size)}`}.{' '}
        {expiresAt === null ? null : (
          <>
            Download it by <FullTime at={expiresAt} />.
          </>
        )}
      </p>
    );
  if (status === 'failed') return <Notice tone="danger">We couldn’t create your archive. Request it again or contact us.</Notice>;
  if (status === 'expired') return <p>Your last archive has expired. You can request a new export.</p>;
  return <p>You haven’t exported your data yet.</p>;
}

export function ExportSection() {
  const { data, error, mutate } = useEndpoint('GET /account/export', {});
  const { busy, result, save } = useSave();
  const { withReauthentication, dialog } = useReauthentication();
  useSocketEvent(
    'export/changed',
    useCallback(() => void mutate(), [mutate]),
  );
  const request = async (): Promise<void> => {
    await save(async () => {
      const requested = await withReauthentication(services.privacy['POST /account/export']);
      if (requested !== null) await mutate(requested, { revalidate: false });
    }, '');
  };
  const download = async (): Promise<void> => {
    // The download URL is valid for minutes, and the page may have been open for longer.
    await save(async () => {
      const fresh = await mutate();
      if (fresh?.url) downloadUrl(fresh.url);
    }, '');
  };
  return (
    <>
      <FormSection
        title="Export"
        description={description}
        result={result}
        actions={
          data === undefined || isPending(data.status) ? null : (
            <>
              {data.status === 'ready' ? (
                <Button kind="primary" icon={<DownloadIcon />} busy={busy} onPress={() => void download()}>
                  Download
                </Button>
              ) : null}
              <Button busy={busy} onPress={() => void request()}>
                {data.status === 'none' ? 'Request export' : 'Request new export'}
              </Button>
            </>
          )
        }
      >
        {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" /> : null}
        {data ? <ExportState data={data} /> : null}
      </FormSection>
      {dialog}
    </>
  );
}

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
  'One ZIP archive of all that we keep about you: profile and settings, what you published with its files, messages, purchases, payments and orders. Pages to read in any browser, and the same as data for programs.';
const isPending = (status: ExportStatus): boolean => status === 'waiting' || status === 'running';

function ExportState({ data }: { data: DataExport }) {
  const { status, progress, size, expiresAt } = data;
  if (isPending(status)) return <Progress label="Making your archive. We tell you when it is ready." percent={progress} />;
  if (status === 'ready')
    return (
      <p>
        Your archive is ready{size === null ? '' : `: ${sizeText(size)}`}.{' '}
        {expiresAt === null ? null : (
          <>
            It can be downloaded until <FullTime at={expiresAt} />.
          </>
        )}
      </p>
    );
  if (status === 'failed')
    return <Notice tone="danger">The archive could not be made. Please request it again; if that fails too, write to us.</Notice>;
  if (status === 'expired') return <p>The time of your last archive is over, and it was removed. You can request another.</p>;
  return <p>You have no archive yet.</p>;
}

export function ExportSection() {
  const { data, error, mutate } = useEndpoint('GET /account/export', {});
  const { busy, result, save } = useSave();
  const { withProof, dialog } = useReauthentication();
  useSocketEvent(
    'export/changed',
    useCallback(() => void mutate(), [mutate]),
  );
  const request = async (): Promise<void> => {
    await save(async () => {
      const requested = await withProof(services.privacy['POST /account/export']);
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
                {data.status === 'none' ? 'Request export' : 'Request a new export'}
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

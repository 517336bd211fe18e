/** Taking a copy of all that the site keeps along: asked for, made while one does something else, fetched within some days. */
import { useCallback } from 'react';
import type { ExportStatus } from '@contract/values';
import { saveFrom } from '@web/lib/files/save-file';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { useSaving } from '@web/session/use-saving';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { DownloadIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { Progress } from '@web/ui/feedback/progress';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { WholeTime } from '@web/ui/display/times';
import { sizeWords } from '@web/ui/forms/upload';

type DataExport = AnswerOf<'GET /account/export'>;

const about =
  'One ZIP archive of all that we keep about you: profile and settings, what you published with its files, messages, purchases, payments and orders. Pages to read in any browser, and the same as data for programs.';
const isUnderWay = (status: ExportStatus): boolean => status === 'waiting' || status === 'running';

function State({ data }: { data: DataExport }) {
  const { status, progress, size, expiresAt } = data;
  if (isUnderWay(status)) return <Progress label="Making your archive. We tell you when it is ready." percent={progress} />;
  if (status === 'ready')
    return (
      <p>
        Your archive is ready{size === null ? '' : `: ${sizeWords(size)}`}.{' '}
        {expiresAt === null ? null : (
          <>
            It can be downloaded until <WholeTime at={expiresAt} />.
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
  const { busy, result, save } = useSaving();
  const { withProof, dialog } = useReauthentication();
  useSocketEvent(
    'export/changed',
    useCallback(() => void mutate(), [mutate]),
  );
  const request = async (): Promise<void> => {
    await save(async () => {
      const asked = await withProof(services.privacy['POST /account/export']);
      if (asked !== null) await mutate(asked, { revalidate: false });
    }, '');
  };
  const download = async (): Promise<void> => {
    // The address is good for minutes, and the page may have stood here for longer.
    await save(async () => {
      const now = await mutate();
      if (now?.url) saveFrom(now.url);
    }, '');
  };
  return (
    <>
      <FormSection
        title="Export"
        description={about}
        result={result}
        actions={
          data === undefined || isUnderWay(data.status) ? null : (
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
        {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" /> : null}
        {data ? <State data={data} /> : null}
      </FormSection>
      {dialog}
    </>
  );
}

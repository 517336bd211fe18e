/** The user's data: exporting it, and having it erased. */
import { ExportSection } from './export-section';
import { DeleteSection } from '../leaving/delete-section';

export function DataSection() {
  return (
    <>
      <ExportSection />
      <DeleteSection />
    </>
  );
}
